import type { ReactNode } from "react";
import { Logo } from "../ui/logo.tsx";
import { SheetPage } from "../ui/sheet-page.tsx";

/** What an embed shows that was opened without the token that belongs into its address. */
export function EmbedPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <SheetPage head={<Logo />}>
      <title>{`${title} · Blueprint`}</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong">{title}</h1>
        <p className="text-ink-soft">{children}</p>
        <p className="text-ink-soft">
          An embed opens with a token in its address. This address has none that is valid here. If you found this inside
          another page, tell the people who run that page.
        </p>
      </div>
    </SheetPage>
  );
}
