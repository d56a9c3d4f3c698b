import { createFileRoute, Link } from "@tanstack/react-router";
import { z } from "zod";
import { keepSearch } from "../lib/search-text.ts";
import { VisitorWording } from "../lib/visitor-texts/visitor-wording.tsx";
import { useWording } from "../lib/visitor-texts/wording.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { SheetPage } from "../ui/sheet-page.tsx";

const search = z.object({
  c: z.string().max(100).optional().catch(undefined),
  /** Language of the visitors' texts. */
  lang: z.string().max(35).optional().catch(undefined),
});

export const Route = createFileRoute("/go")({ validateSearch: keepSearch(search), component: Go });

function Go() {
  const { c = "", lang } = search.parse(Route.useSearch());
  return (
    <VisitorWording wanted={lang === undefined ? [] : [lang]}>
      <ShortLink code={c} />
    </VisitorWording>
  );
}

/** Short links. They can't be created yet, so every code is unknown. */
function ShortLink({ code }: { readonly code: string }) {
  const { t } = useWording();
  return (
    <SheetPage
      head={
        <Link to="/" aria-label={t("page.home")}>
          <Logo />
        </Link>
      }
    >
      <title>{`${t("link.title")} · Blueprint`}</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong">{t(code === "" ? "link.noCode" : "link.unknown")}</h1>
        <p className="break-words text-ink-soft">
          {code === "" ? t("link.noCodeText") : t("link.unknownText", { code })}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="primary" asChild>
            <Link to="/search">{t("link.findByName")}</Link>
          </Button>
          <Button variant="quiet" asChild>
            <Link to="/">{t("page.goHome")}</Link>
          </Button>
        </div>
      </div>
    </SheetPage>
  );
}
