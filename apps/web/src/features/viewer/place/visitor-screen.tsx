import { ApiError } from "@blueprint/contract/api-client";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { VisitorWording } from "../../../lib/visitor-texts/visitor-wording.tsx";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import { PlaceAccessContext } from "../anchors/place-access.ts";
import { VisitorScene } from "../visit/visitor-scene.tsx";
import { AudienceChoice } from "./audience-choice.tsx";
import { ClosedPlace } from "./closed-place.tsx";
import { PasswordGate } from "./password-gate.tsx";
import { publishedBlueprintQuery } from "./published.queries.ts";
import { TextVersion } from "./text-version.tsx";
import { visitorError } from "./visitor-error.ts";
import { findLanguage, inLanguage, keepLanguage, listLanguages, readKeptLanguage } from "./visitor-language.ts";
import { VisitorLanguageChoice } from "./visitor-language-choice.tsx";
import type { PlaceEyes, VisitorSearch } from "./visitor-search.ts";

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
          search: { b: slug, ...toSearch(eyes), ...(isText ? { text: 1 } : {}) },
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

interface LanguageChoice {
  /** From the URL. */
  readonly lang: string | undefined;
  /** Requested language tags, most preferred first; the browser's follow them. */
  readonly wanted: readonly string[];
  /** Whether the visitor chose the original texts. */
  readonly isOriginal: boolean;
  readonly choose: (language: string | null) => void;
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

function OpenPlace({
  blueprint,
  eyes: { key, as },
  isText,
  choice: { lang, wanted, isOriginal, choose },
}: {
  readonly blueprint: PublishedBlueprint;
  readonly eyes: PlaceEyes;
  readonly isText: boolean;
  readonly choice: LanguageChoice;
}) {
  const { slug, mediaUrls, audience = "visitor", audiences = [] } = blueprint;
  const access = useMemo(() => ({ slug, key, mediaUrls: mediaUrls ?? {} }), [slug, key, mediaUrls]);
  const scene: VisitorSearch = { b: slug, ...toSearch({ key, as }), ...(lang === undefined ? {} : { lang }) };
  const search: VisitorSearch = isText ? { ...scene, text: 1 } : scene;
  const offered = useMemo(() => listLanguages(blueprint.scene.anchors), [blueprint]);
  // The browser's languages apply until the visitor chooses. A choice made at another place may not exist here.
  const language = isOriginal ? null : findLanguage(offered, [...wanted, ...navigator.languages]);
  const shown = useMemo(() => {
    const anchors = blueprint.scene.anchors.map((anchor) => ({
      ...inLanguage(anchor, language),
      ...(anchor.markColour === undefined ? {} : { colour: anchor.markColour }),
    }));
    return { ...blueprint, scene: { ...blueprint.scene, anchors } };
  }, [blueprint, language]);
  const choice = (
    <>
      {audiences.length < 2 ? null : <AudienceChoice audiences={audiences} audience={audience} search={search} />}
      {offered.length === 0 ? null : <VisitorLanguageChoice offered={offered} language={language} onChoose={choose} />}
    </>
  );
  return (
    <PlaceAccessContext value={access}>
      {isText ? (
        <TextVersion blueprint={shown} search={scene} choices={choice} />
      ) : (
        <VisitorScene blueprint={shown} search={scene} choices={choice} />
      )}
    </PlaceAccessContext>
  );
}

function toSearch({ key, as }: PlaceEyes): Pick<VisitorSearch, "key" | "as"> {
  return { ...(key === undefined ? {} : { key }), ...(as === undefined ? {} : { as }) };
}
