import type { EmbedEvent } from "@blueprint/contract/embed-messages";

export type ReportedEvent = EmbedEvent extends infer Event
  ? Event extends EmbedEvent
    ? Omit<Event, "blueprint">
    : never
  : never;

interface Named {
  readonly id: string;
  readonly title: string;
}

/** What a visitor has open, and where they stand. */
export interface LookedAtNow {
  readonly anchor: Named | null;
  readonly tour: Named | null;
  readonly zone: Named | null;
}

export const nothingLookedAt: LookedAtNow = { anchor: null, tour: null, zone: null };

/** What happened between two moments, for the page around an embedded place. */
export function listEmbedEvents(before: LookedAtNow, now: LookedAtNow): ReportedEvent[] {
  const events: ReportedEvent[] = [];
  const hasChanged = (what: keyof LookedAtNow) => before[what]?.id !== now[what]?.id;
  if (hasChanged("zone"))
    events.push(now.zone === null ? { event: "zone-left" } : { event: "zone-entered", ...now.zone });
  if (hasChanged("tour"))
    events.push(now.tour === null ? { event: "tour-ended" } : { event: "tour-started", ...now.tour });
  if (hasChanged("anchor"))
    events.push(now.anchor === null ? { event: "anchor-closed" } : { event: "anchor-opened", ...now.anchor });
  return events;
}
