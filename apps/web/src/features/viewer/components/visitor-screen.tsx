import { ApiError } from "@blueprint/contract/api-client";
import { errorCatalogue } from "@blueprint/contract/errors";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import { PlaceAccessContext } from "../place-access.ts";
import { publishedBlueprintQuery } from "../published.queries.ts";
import { findLanguage, inLanguage, keepLanguage, listLanguages, readKeptLanguage } from "../visitor-language.ts";
import type { PlaceEyes, VisitorSearch } from "../visitor-search.ts";
import { AudienceChoice } from "./audience-choice.tsx";
import { ClosedPlace } from "./closed-place.tsx";
import { PasswordGate } from "./password-gate.tsx";
import { TextVersion } from "./text-version.tsx";
import { VisitorLanguageChoice } from "./visitor-language-choice.tsx";
import { VisitorScene } from "./visitor-scene.tsx";

/** What a visitor's link opens: the place to walk in, or as text, or why it cannot be shown. */
export function VisitorScreen({
  slug,
  eyes,
  isText,
}: {
  readonly slug: string | undefined;
  readonly eyes: PlaceEyes;
  readonly isText: boolean;
}) {
  if (slug === undefined || slug === "") return <ClosedPlace reason="no-address" />;
  return <PublishedPlace slug={slug} eyes={eyes} isText={isText} />;
}

function PublishedPlace({
  slug,
  eyes,
  isText,
}: {
  readonly slug: string;
  readonly eyes: PlaceEyes;
  readonly isText: boolean;
}) {
  const client = useQueryClient();
  const query = publishedBlueprintQuery(slug, eyes);
  const { data, error, fetchStatus, refetch } = useQuery(query);
  if (data !== undefined) return <OpenPlace blueprint={data} eyes={eyes} isText={isText} />;
  if (error instanceof ApiError && error.code === "blueprint-password-needed")
    return <PasswordGate slug={slug} eyes={eyes} onOpen={(place) => client.setQueryData(query.queryKey, place)} />;
  if (error instanceof ApiError && error.code === "blueprint-not-published")
    return <ClosedPlace reason="not-open" isSignInOffered />;
  if (error !== null || fetchStatus === "paused") {
    const message =
      fetchStatus === "paused"
        ? "You are offline. The place opens by itself once the connection is back."
        : error instanceof ApiError
          ? error.message
          : errorCatalogue.internal.message;
    return (
      <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
        <title>Place · Blueprint</title>
        <h1 className="sr-only">Place</h1>
        <ErrorPanel
          message={message}
          onRetry={fetchStatus === "paused" ? undefined : () => void refetch()}
          action={
            <Button asChild variant="quiet">
              <a href="/">Home</a>
            </Button>
          }
        />
      </main>
    );
  }
  return (
    <main id="content" tabIndex={-1} className="sheet-grid grid min-h-dvh place-items-center outline-none">
      <title>Opening a place · Blueprint</title>
      <PageSpinner />
    </main>
  );
}

function OpenPlace({
  blueprint,
  eyes: { key, as },
  isText,
}: {
  readonly blueprint: PublishedBlueprint;
  readonly eyes: PlaceEyes;
  readonly isText: boolean;
}) {
  const { slug, mediaUrls, audience = "visitor", audiences = [] } = blueprint;
  const access = useMemo(() => ({ slug, key, mediaUrls: mediaUrls ?? {} }), [slug, key, mediaUrls]);
  const scene: VisitorSearch = { b: slug, ...(key === undefined ? {} : { key }), ...(as === undefined ? {} : { as }) };
  const search: VisitorSearch = isText ? { ...scene, text: 1 } : scene;
  const [kept, setKept] = useState(readKeptLanguage);
  const offered = useMemo(() => listLanguages(blueprint.scene.anchors), [blueprint]);
  // Until somebody chooses, the browser's languages do. A language that this place does not speak was chosen at another.
  const language =
    kept === null ? null : findLanguage(offered, [...(kept === undefined ? [] : [kept]), ...navigator.languages]);
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
      {offered.length === 0 ? null : (
        <VisitorLanguageChoice
          offered={offered}
          language={language}
          onChoose={(next) => {
            keepLanguage(next);
            setKept(next);
          }}
        />
      )}
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
