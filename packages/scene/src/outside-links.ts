import type { Anchor } from "./anchor.ts";
import type { MediaSource } from "./media-source.ts";
import type { Scene } from "./read-scene.ts";

/** Every link on an anchor's card, in card order, without duplicates; excludes external media files. */
export function listAnchorLinks({ url, body, translations }: Anchor): string[] {
  const texts = [body, ...Object.values(translations).map((translation) => translation.body)];
  const inTexts = texts.flatMap((text) => text.flatMap(({ spans }) => spans.map(({ link }) => link ?? null)));
  return [...new Set([url, ...inTexts])].filter((link) => link !== null);
}

/**
 * Every http and https URL that a scene links to or loads pictures, films, sounds and plans from, without duplicates.
 */
export function listOutsideLinks({ anchors, tours, plans }: Pick<Scene, "anchors" | "tours" | "plans">): string[] {
  const sources = [
    ...anchors.flatMap(({ media, captions }) => [media, captions]),
    ...tours.flatMap(({ stops }) => stops.map(({ audio }) => audio)),
    ...plans.filter(({ isHidden }) => !isHidden).map(({ media }) => media),
  ];
  const links = [...anchors.flatMap(listAnchorLinks), ...sources.flatMap(toAddress)];
  return [...new Set(links)].filter((link) => /^https?:/.test(link));
}

function toAddress(source: MediaSource | null): string[] {
  return source?.kind === "url" ? [source.url] : [];
}
