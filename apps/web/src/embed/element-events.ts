import type { EmbedEvent } from "@blueprint/contract/embed-messages";

/** What an event of an embedded place tells, besides its name. */
type Told<Name extends EmbedEvent["event"]> = Omit<Extract<EmbedEvent, { event: Name }>, "blueprint" | "event">;

/** Events of `<blueprint-embed>`, named for the place's own. */
export type ElementEvents = {
  [Name in EmbedEvent["event"] as `blueprint-${Name}`]: CustomEvent<Told<Name>>;
};

/** All of them are texts. The schema itself would be many times as large as the element. */
export const toldFields = {
  ready: ["place", "title"],
  "anchor-opened": ["id", "title"],
  "anchor-closed": [],
  "tour-started": ["id", "title"],
  "tour-ended": [],
  "zone-entered": ["id", "title"],
  "zone-left": [],
} as const satisfies { readonly [Name in EmbedEvent["event"]]: readonly (keyof Told<Name>)[] };

/** The DOM event for a message of a place; null for anything else. */
export function toElementEvent(message: unknown): CustomEvent<Readonly<Record<string, string>>> | null {
  if (typeof message !== "object" || message === null) return null;
  const told = message as Readonly<Record<string, unknown>>;
  if (told.blueprint !== 1 || typeof told.event !== "string" || !Object.hasOwn(toldFields, told.event)) return null;
  const detail: Record<string, string> = {};
  for (const field of toldFields[told.event as keyof typeof toldFields]) {
    const text = told[field];
    if (typeof text !== "string") return null;
    detail[field] = text;
  }
  return new CustomEvent(`blueprint-${told.event}`, { detail, bubbles: true, composed: true });
}
