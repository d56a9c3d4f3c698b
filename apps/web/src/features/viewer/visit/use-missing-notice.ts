import type { PlaceLinkKind } from "@blueprint/contract/place-link";
import { useEffect, useEffectEvent } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { describeMissing } from "../sharing/describe-missing.ts";

/** Says once that the place has not, or not for this visitor, what the link should open. */
export function useMissingNotice(missing: PlaceLinkKind | null): void {
  const { t } = useWording();
  const tell = useEffectEvent((kind: PlaceLinkKind) => toasts.add({ title: describeMissing(kind, t) }));
  useEffect(() => {
    if (missing !== null) tell(missing);
  }, [missing]);
}
