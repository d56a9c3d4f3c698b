import type { PublishedAnchor, PublishedBlueprint } from "@blueprint/contract/published";

/** Which parts of an anchor are in the requested language; the others keep their original text. */
export interface SpokenIn {
  /** BCP 47 tag of the requested language. */
  readonly language: string;
  readonly title: boolean;
  readonly text: boolean;
  readonly alternative: boolean;
}

export type SpokenAnchor = PublishedAnchor & { readonly spoken?: SpokenIn };

/** A place with its anchors in the reader's language. */
export type SpokenBlueprint = Omit<PublishedBlueprint, "scene"> & {
  readonly scene: Omit<PublishedBlueprint["scene"], "anchors"> & { readonly anchors: SpokenAnchor[] };
};

/** Tags of all languages with a translated anchor, each once. */
export function listLanguages(anchors: readonly PublishedAnchor[]): string[] {
  const tags = new Set(anchors.flatMap(({ translations }) => Object.keys(translations ?? {})));
  return [...tags].sort((a, b) => nameLanguage(a).localeCompare(nameLanguage(b)));
}

/** A language's name in its own language by default, or in another one. */
export function nameLanguage(tag: string, inLanguageOf = tag): string {
  try {
    return new Intl.DisplayNames([inLanguageOf], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The first wanted language that is offered; any variant of a language is better than none. */
export function findLanguage(offered: readonly string[], wanted: readonly string[]): string | null {
  for (const tag of wanted) {
    const found = offered.find((candidate) => candidate.toLowerCase() === tag.toLowerCase());
    const kin = found ?? offered.find((candidate) => toBase(candidate) === toBase(tag));
    if (kin !== undefined) return kin;
  }
  return null;
}

/** The anchor with its translations into a language, and which parts are translated. */
export function inLanguage(anchor: PublishedAnchor, language: string | null): SpokenAnchor {
  if (language === null) return anchor;
  const { translations, content } = anchor;
  const translation = translations?.[language];
  const hasAlternative = content !== undefined && "alternative" in content && content.alternative !== "";
  if (translation === undefined) {
    return { ...anchor, spoken: { language, title: false, text: false, alternative: false } };
  }
  const { title, text, body, alternative } = translation;
  return {
    ...anchor,
    title: title === "" ? anchor.title : title,
    ...(text === "" ? {} : { text, body }),
    ...(content !== undefined && "alternative" in content && alternative !== ""
      ? { content: { ...content, alternative } }
      : {}),
    spoken: {
      language,
      // A text that is empty in both needs no translation.
      title: title !== "" || anchor.title === "",
      text: text !== "" || anchor.text === "",
      alternative: alternative !== "" || !hasAlternative,
    },
  };
}

/**
 * The `lang` attribute of a part: the language if translated; empty, meaning "unknown", if not. Absent if no language
 * was requested.
 */
export function toLangAttribute(
  spoken: SpokenIn | undefined,
  part: Exclude<keyof SpokenIn, "language">,
): { readonly lang?: string } {
  if (spoken === undefined) return {};
  return { lang: spoken[part] ? spoken.language : "" };
}

const keptKey = "blueprint.visitor-language";

/** The visitor's last choice: a tag, null for the original texts, undefined before any choice. */
export function readKeptLanguage(): string | null | undefined {
  try {
    const kept = localStorage.getItem(keptKey);
    return kept === null ? undefined : kept === "" ? null : kept;
  } catch {
    // Some frames and private windows block storage; the choice then lasts as long as the page.
    return undefined;
  }
}

export function keepLanguage(language: string | null): void {
  try {
    localStorage.setItem(keptKey, language ?? "");
  } catch {
    // As above.
  }
}

function toBase(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}
