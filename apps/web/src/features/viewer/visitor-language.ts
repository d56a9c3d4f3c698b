import type { PublishedAnchor, PublishedBlueprint } from "@blueprint/contract/published";

/** Which parts of an anchor are in the language that was asked for; the others stay as they were first written. */
export interface SpokenIn {
  /** BCP 47 tag of what was asked for. */
  readonly language: string;
  readonly title: boolean;
  readonly text: boolean;
  readonly alternative: boolean;
}

export type SpokenAnchor = PublishedAnchor & { readonly spoken?: SpokenIn };

/** A place whose anchors are in the language of the reader. */
export type SpokenBlueprint = Omit<PublishedBlueprint, "scene"> & {
  readonly scene: Omit<PublishedBlueprint["scene"], "anchors"> & { readonly anchors: SpokenAnchor[] };
};

/** The languages that any anchor is translated into, as tags, each once. */
export function listLanguages(anchors: readonly PublishedAnchor[]): string[] {
  const tags = new Set(anchors.flatMap(({ translations }) => Object.keys(translations ?? {})));
  return [...tags].sort((a, b) => nameLanguage(a).localeCompare(nameLanguage(b)));
}

/** A language by its own name, as its speakers look for it, or in the words of another one. */
export function nameLanguage(tag: string, inLanguageOf = tag): string {
  try {
    return new Intl.DisplayNames([inLanguageOf], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The first of the wanted languages that there is; of a language's variants any is better than none. */
export function findLanguage(offered: readonly string[], wanted: readonly string[]): string | null {
  for (const tag of wanted) {
    const found = offered.find((candidate) => candidate.toLowerCase() === tag.toLowerCase());
    const kin = found ?? offered.find((candidate) => toBase(candidate) === toBase(tag));
    if (kin !== undefined) return kin;
  }
  return null;
}

/** The anchor in a language, as far as it was translated, and which parts of it that are. */
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
      // What is empty in both needs no translation.
      title: title !== "" || anchor.title === "",
      text: text !== "" || anchor.text === "",
      alternative: alternative !== "" || !hasAlternative,
    },
  };
}

/**
 * The `lang` attribute of a part: the language where it is translated; empty, which says "unknown", where it is not. Absent where
 * nobody asked for a language.
 */
export function toLangAttribute(
  spoken: SpokenIn | undefined,
  part: Exclude<keyof SpokenIn, "language">,
): { readonly lang?: string } {
  if (spoken === undefined) return {};
  return { lang: spoken[part] ? spoken.language : "" };
}

const keptKey = "blueprint.visitor-language";

/** What a visitor chose last: a tag, null for the texts as first written, undefined before any choice. */
export function readKeptLanguage(): string | null | undefined {
  try {
    const kept = localStorage.getItem(keptKey);
    return kept === null ? undefined : kept === "" ? null : kept;
  } catch {
    // Storage is shut in some frames and private windows; the choice then lasts as long as the page.
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
