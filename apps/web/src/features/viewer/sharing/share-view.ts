import { toasts } from "../../../lib/toast.store.ts";
import type { Wording } from "../../../lib/visitor-texts/wording.ts";

/** Hands a link to the device's own sharing, or copies it where there is none. @param copiedText says what it opens */
export async function shareView(
  title: string,
  url: string,
  { t }: Wording,
  copiedText: string = t("share.copiedText"),
): Promise<void> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The visitor closed the device's dialog.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toasts.add({ title: t("share.copied"), description: copiedText });
  } catch {
    toasts.add({ title: t("share.notCopied"), description: url });
  }
}
