import type { Tx } from "../../db/database.ts";
import type { EventOf, EventType } from "./product-events.ts";

/** Reacts to events in a transaction of its own. It may get an event again: what it creates has ids from the event's. */
export type Hear<Type extends EventType> = (tx: Tx, event: EventOf<Type>) => Promise<void>;

/** A feature that reacts to what others do. */
export interface EventListener {
  /** Stored with the events it has handled: a new name hears waiting events again. */
  readonly name: string;
  readonly hears: { readonly [Type in EventType]?: Hear<Type> };
}

/** One reaction to several types of events. */
export function hearAll<Type extends EventType>(
  types: readonly Type[],
  hear: (tx: Tx, event: EventOf<Type>) => Promise<void>,
): EventListener["hears"] {
  return Object.fromEntries(types.map((type) => [type, hear]));
}
