import type { PublishedAnchor } from "@blueprint/contract/published";
import type { PublishedMedia, PublishedQuestion } from "@blueprint/contract/published-content";
import type { SpokenAnchor, SpokenIn } from "../place/visitor-language.ts";

type Content = NonNullable<PublishedAnchor["content"]>;
type ContentOf<T extends Content["type"]> = Extract<Content, { readonly type: T }>;

/** An anchor with all fields of its card on one level; empty ones are absent. */
export interface CardAnchor extends Pick<PublishedAnchor, "id" | "title" | "text" | "body"> {
  readonly type: string;
  /** Which of its texts are in the reader's chosen language. */
  readonly spoken?: SpokenIn;
  readonly media?: PublishedMedia;
  readonly captions?: PublishedMedia;
  /** Text alternative for the image, video, audio, document or model. */
  readonly alternative?: string;
  /** Page of a PDF, 1-based. */
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
  readonly code?: string;
}

export function toCardAnchor({ id, type, title, text, body, content, spoken }: SpokenAnchor): CardAnchor {
  const { type: _, ...parts } = content ?? { type };
  const given = Object.entries(parts).filter(([, value]) => value !== null && value !== "");
  return {
    id,
    type,
    title,
    text,
    ...(body === undefined ? {} : { body }),
    ...(spoken === undefined ? {} : { spoken }),
    ...Object.fromEntries(given),
  };
}
