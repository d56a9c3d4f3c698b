import { resolveShortLink, type ShortLinkAnswer } from "@blueprint/contract/short-links";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { z } from "zod";
import { dataQuery } from "../lib/data-query.ts";
import { keepSearch } from "../lib/search-text.ts";
import { visitorError } from "../lib/visitor-texts/visitor-error.ts";
import { VisitorWording } from "../lib/visitor-texts/visitor-wording.tsx";
import { useWording, type Wording } from "../lib/visitor-texts/wording.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { SheetPage } from "../ui/sheet-page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const codeCharactersMax = 100;

const search = z.object({
  c: z.string().max(codeCharactersMax).optional().catch(undefined),
  /** Language of the visitors' texts. */
  lang: z.string().max(35).optional().catch(undefined),
});

export const Route = createFileRoute("/go")({ validateSearch: keepSearch(search), component: Go });

function Go() {
  const { c = "", lang } = search.parse(Route.useSearch());
  return (
    <VisitorWording wanted={lang === undefined ? [] : [lang]}>
      {c === "" ? <NoCode /> : <ShortLink code={c} />}
    </VisitorWording>
  );
}

function NoCode() {
  const { t } = useWording();
  return <Explanation heading={t("link.noCode")} text={t("link.noCodeText")} />;
}

/** Why a short link leads nowhere. The server answers links that lead somewhere itself, and counts them. */
function ShortLink({ code }: { readonly code: string }) {
  const wording = useWording();
  const { data: answer, error } = useQuery(dataQuery(resolveShortLink, { params: { code } }));
  const isOpen = answer?.state === "open" || answer?.state === "outside";
  useEffect(() => {
    // Reached within the app, or just opened again: the server has not seen the link yet.
    if (isOpen) location.reload();
  }, [isOpen]);
  if (error !== null) return <Explanation heading={wording.t("link.unknown")} text={visitorError(error, wording)} />;
  if (answer === undefined || answer.state === "open" || answer.state === "outside")
    return <Explanation heading={wording.t("link.title")} />;
  const { heading, text } = explain(answer, code, wording);
  return <Explanation heading={heading} text={text} />;
}

function explain(answer: Exclude<ShortLinkAnswer, { state: "open" | "outside" }>, code: string, { t }: Wording) {
  switch (answer.state) {
    case "mistyped":
      return { heading: t("link.unknown"), text: t("link.mistypedText", { code }) };
    case "unknown":
      return { heading: t("link.unknown"), text: t("link.unknownText", { code }) };
    case "expired":
      return { heading: t("link.expired"), text: t("link.expiredText") };
    case "retired":
      return { heading: t("link.retired"), text: answer.message === "" ? t("link.retiredText") : answer.message };
    case "closed":
      return { heading: t("link.closed"), text: t("link.closedText") };
  }
}

/** @param text left out while it is being looked up */
function Explanation({ heading, text }: { readonly heading: string; readonly text?: string }) {
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
        <h1 className="text-title font-strong">{heading}</h1>
        {text === undefined ? (
          <Skeleton className="h-5 w-2/3" />
        ) : (
          <p className="break-words whitespace-pre-line text-ink-soft">{text}</p>
        )}
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
