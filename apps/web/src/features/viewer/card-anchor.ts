import type { PublishedAnchor } from "@blueprint/contract/published";
import type { PublishedMedia, PublishedQuestion } from "@blueprint/contract/published-content";

type Content = NonNullable<PublishedAnchor["content"]>;
type ContentOf<T extends Content["type"]> = Extract<Content, { readonly type: T }>;

/** An anchor with everything its card shows side by side; what nobody filled in is not there. */
export interface CardAnchor extends Pick<PublishedAnchor, "id" | "title" | "text" | "body"> {
  readonly type: string;
  readonly media?: PublishedMedia;
  readonly captions?: PublishedMedia;
  /** What picture, film, sound, document or model is, in words. */
  readonly alternative?: string;
  /** Of a PDF, from 1. */
  readonly page?: number;
  readonly url?: string;
  readonly linkLabel?: string;
  readonly sku?: string;
  readonly price?: NonNullable<ContentOf<"product">["price"]>;
  readonly availability?: NonNullable<ContentOf<"product">["availability"]>;
  readonly rotation?: ContentOf<"model">["rotation"];
  readonly questions?: readonly PublishedQuestion[];
  readonly submitLabel?: string;
  readonly thanks?: string;
  readonly direction?: ContentOf<"route-step">["direction"];
  readonly safety?: ContentOf<"safety">["safety"];
  readonly topicQuestions?: readonly string[];
  readonly code?: string;
}

export function toCardAnchor({ id, type, title, text, body, content }: PublishedAnchor): CardAnchor {
  const { type: _, ...parts } = content ?? { type };
  const given = Object.entries(parts).filter(([, value]) => value !== null && value !== "");
  return { id, type, title, text, ...(body === undefined ? {} : { body }), ...Object.fromEntries(given) };
}

/** The anchor in the language of the reader, as far as it was translated. */
export function inLanguage(anchor: PublishedAnchor, languages: readonly string[]): PublishedAnchor {
  const { translations, content } = anchor;
  if (translations === undefined) return anchor;
  for (const wanted of languages) {
    const found = Object.keys(translations).find(
      (tag) => tag === wanted || tag.split("-")[0] === wanted.toLowerCase().split("-")[0],
    );
    if (found === undefined) continue;
    const { title, text, body, alternative } = translations[found]!;
    return {
      ...anchor,
      title: title === "" ? anchor.title : title,
      ...(text === "" ? {} : { text, body }),
      ...(content !== undefined && "alternative" in content && alternative !== ""
        ? { content: { ...content, alternative } }
        : {}),
    };
  }
  return anchor;
}
