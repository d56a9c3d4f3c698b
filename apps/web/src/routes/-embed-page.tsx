import { VisitorWording } from "../lib/visitor-texts/visitor-wording.tsx";
import { useWording } from "../lib/visitor-texts/wording.ts";
import { Logo } from "../ui/logo.tsx";
import { SheetPage } from "../ui/sheet-page.tsx";

/** Shown for an embed whose URL lacks its token. */
export function EmbedPage({ kind }: { readonly kind: "calendar" | "dashboard" }) {
  return (
    <VisitorWording>
      <ClosedEmbed kind={kind} />
    </VisitorWording>
  );
}

function ClosedEmbed({ kind }: { readonly kind: "calendar" | "dashboard" }) {
  const { t } = useWording();
  const title = t(`embed.${kind}Title`);
  return (
    <SheetPage head={<Logo />}>
      <title>{`${title} · Blueprint`}</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong">{title}</h1>
        <p className="text-ink-soft">{t(`embed.${kind}Text`)}</p>
        <p className="text-ink-soft">{t("embed.text")}</p>
      </div>
    </SheetPage>
  );
}
