import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../app-context.ts";
import type { EventListener, Hear } from "./event-listener.ts";
import {
  deleteEvent,
  listWaitingEvents,
  listWaitingStreams,
  lockEvent,
  markDelivered,
  type WaitingEvent,
} from "./events.repository.ts";
import type { EventType } from "./product-events.ts";

declare module "../jobs/job-queue.ts" {
  interface JobPayloads {
    /** Tries again what was given up. Runs hourly. */
    "redeliver-events": Record<string, never>;
  }
}

const eventsAtOnce = 100;

/**
 * Hands a stream's events to each listener, in order. A listener that fails gets nothing more of this stream until it
 * succeeds; the others go on. Safe on several servers at once, and after any crash.
 * @throws the first listener's error, so that the job is tried again
 */
export async function deliverEvents(
  context: Pick<AppContext, "db" | "log">,
  listeners: readonly EventListener[],
  stream: string,
): Promise<void> {
  const { db, log } = context;
  const failures = new Map<EventListener, unknown>();
  let after = 0;
  for (;;) {
    const waiting = await listWaitingEvents(db, stream, after, eventsAtOnce);
    for (const event of waiting) {
      after = event.position;
      const hearing = listeners.filter(({ hears }) => event.type in hears);
      if (hearing.length === 0) await deleteEvent(db, event.position);
      for (const listener of hearing) {
        if (failures.has(listener)) continue;
        try {
          await db.transaction((tx) => deliver(tx, listener, hearing, event));
        } catch (error) {
          log.error({ err: error, listener: listener.name, event: event.type }, "a listener failed");
          failures.set(listener, error);
        }
      }
    }
    if (waiting.length < eventsAtOnce) break;
  }
  for (const error of failures.values()) throw error;
}

/** The reaction and its note are written together. The row's lock lets one server at a time deliver it. */
async function deliver(
  tx: Tx,
  listener: EventListener,
  hearing: readonly EventListener[],
  { position }: WaitingEvent,
): Promise<void> {
  const found = await lockEvent(tx, position);
  if (found === null || found.deliveredTo.includes(listener.name)) return;
  const { event } = found;
  await (listener.hears[event.type] as Hear<EventType>)(tx, event);
  const deliveredTo = [...found.deliveredTo, listener.name];
  if (hearing.every(({ name }) => deliveredTo.includes(name))) await deleteEvent(tx, position);
  else await markDelivered(tx, position, deliveredTo);
}

/** A job ends after its last try; the events stay and are tried again, as they may succeed after an update. */
export async function redeliverEvents({ db, jobs }: Pick<AppContext, "db" | "jobs">): Promise<void> {
  for (const stream of await listWaitingStreams(db))
    await jobs.enqueue(db, "deliver-events", { stream }, { key: `redeliver-events:${stream}` });
}
