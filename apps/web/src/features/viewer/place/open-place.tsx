import type { PublishedBlueprint } from "@blueprint/contract/published";
import { useMemo, useState } from "react";
import { PlaceAccessContext } from "../anchors/place-access.ts";
import { findHiddenParts, readFrameSearch } from "../embedding/frame-options.ts";
import { findWrittenLink, toLinkSearch } from "../sharing/place-link.ts";
import { VisitorScene } from "../visit/visitor-scene.tsx";
import { AudienceChoice } from "./audience-choice.tsx";
import { TextVersion } from "./text-version.tsx";
import { findLanguage, inLanguage, listLanguages } from "./visitor-language.ts";
import { VisitorLanguageChoice } from "./visitor-language-choice.tsx";
import { type PlaceEyes, toSearch, type VisitorSearch } from "./visitor-search.ts";

/** The language of a place's contents. */
export interface LanguageChoice {
  /** From the URL. */
  readonly lang: string | undefined;
  /** Requested language tags, most preferred first; the browser's follow them. */
  readonly wanted: readonly string[];
  /** Whether the visitor chose the original texts. */
  readonly isOriginal: boolean;
  readonly choose: (language: string | null) => void;
}

/** A place that its visitor may see, in their language: in 3D or as text. */
export function OpenPlace({
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
  // Between the scene and the text version, a link and the options of a frame go along.
  const [link] = useState(() => ({
    ...toLinkSearch(findWrittenLink(new URLSearchParams(window.location.search))),
    ...readFrameSearch(),
  }));
  const [hidden] = useState(() => findHiddenParts());
  const scene: VisitorSearch = { b: slug, ...toSearch({ key, as }), ...(lang === undefined ? {} : { lang }), ...link };
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
  const isLanguageOffered = offered.length > 0 && (isText || !hidden.has("languages"));
  const choice = (
    <>
      {audiences.length < 2 ? null : <AudienceChoice audiences={audiences} audience={audience} search={search} />}
      {isLanguageOffered ? <VisitorLanguageChoice offered={offered} language={language} onChoose={choose} /> : null}
    </>
  );
  return (
    <PlaceAccessContext value={access}>
      {isText ? (
        <TextVersion blueprint={shown} search={scene} choices={choice} isCounted />
      ) : (
        <VisitorScene blueprint={shown} search={scene} choices={choice} isCounted />
      )}
    </PlaceAccessContext>
  );
}
