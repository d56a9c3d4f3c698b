import { ApiError } from "@blueprint/contract/api-client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { visitorError } from "../../../lib/visitor-texts/visitor-error.ts";
import { VisitorWording } from "../../../lib/visitor-texts/visitor-wording.tsx";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import { readFrameSearch } from "../embedding/frame-options.ts";
import { ClosedPlace } from "./closed-place.tsx";
import { type LanguageChoice, OpenPlace } from "./open-place.tsx";
import { PasswordGate } from "./password-gate.tsx";
import { publishedBlueprintQuery } from "./published.queries.ts";
import { keepLanguage, readKeptLanguage } from "./visitor-language.ts";
import { type PlaceEyes, toSearch } from "./visitor-search.ts";

/** Target of a visitor link: the place in 3D or as text, or why it can't be shown. In the visitor's language. */
export function VisitorScreen({
  slug,
  eyes,
  isText,
  lang,
}: {
  readonly slug: string | undefined;
  readonly eyes: PlaceEyes;
  readonly isText: boolean;
  /** From the URL; takes precedence over earlier choices and the browser's preferences. */
  readonly lang?: string | undefined;
}) {
  const [kept, setKept] = useState(readKeptLanguage);
  const navigate = useNavigate();
  const wanted = [...(lang === undefined ? [] : [lang]), ...(typeof kept === "string" ? [kept] : [])];
  const choice: LanguageChoice = {
    lang,
    wanted,
    isOriginal: kept === null && lang === undefined,
    choose: (next) => {
      keepLanguage(next);
      setKept(next);
      // A choice overrides the URL's language.
      if (lang !== undefined && slug !== undefined)
        void navigate({
          to: "/webxr",
          search: { b: slug, ...toSearch(eyes), ...readFrameSearch(), ...(isText ? { text: 1 } : {}) },
          replace: true,
        });
    },
  };
  return (
    <VisitorWording wanted={wanted}>
      {slug === undefined || slug === "" ? (
        <ClosedPlace reason="no-address" />
      ) : (
        <PublishedPlace slug={slug} eyes={eyes} isText={isText} choice={choice} />
      )}
    </VisitorWording>
  );
}

function PublishedPlace({
  slug,
  eyes,
  isText,
  choice,
}: {
  readonly slug: string;
  readonly eyes: PlaceEyes;
  readonly isText: boolean;
  readonly choice: LanguageChoice;
}) {
  const wording = useWording();
  const { t } = wording;
  const client = useQueryClient();
  const query = publishedBlueprintQuery(slug, eyes);
  const { data, error, fetchStatus, refetch } = useQuery(query);
  if (data !== undefined) return <OpenPlace blueprint={data} eyes={eyes} isText={isText} choice={choice} />;
  if (error instanceof ApiError && error.code === "blueprint-password-needed")
    return <PasswordGate slug={slug} eyes={eyes} onOpen={(place) => client.setQueryData(query.queryKey, place)} />;
  if (error instanceof ApiError && error.code === "blueprint-not-published")
    return <ClosedPlace reason="not-open" isSignInOffered />;
  if (error !== null || fetchStatus === "paused") {
    const message = fetchStatus === "paused" ? t("page.offline") : visitorError(error, wording);
    return (
      <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
        <title>{`${t("page.place")} · Blueprint`}</title>
        <h1 className="sr-only">{t("page.place")}</h1>
        <ErrorPanel
          message={message}
          onRetry={fetchStatus === "paused" ? undefined : () => void refetch()}
          action={
            <Button asChild variant="quiet">
              <a href="/">{t("page.goHome")}</a>
            </Button>
          }
        />
      </main>
    );
  }
  return (
    <main id="content" tabIndex={-1} className="sheet-grid grid min-h-dvh place-items-center outline-none">
      <title>{`${t("page.opening")} · Blueprint`}</title>
      <PageSpinner />
    </main>
  );
}
