import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../app-context.ts";
import type { Actor } from "../http/actor.ts";
import { insertEvent } from "./events.repository.ts";
import type { EventFacts, EventOf, EventSubject, EventType, NoFacts, ProductEvent } from "./product-events.ts";

declare module "../jobs/job-queue.ts" {
  interface JobPayloads {
    /** Hands on what waits in a stream. */
    "deliver-events": { stream: string };
  }
}

const userAgentCharactersMax = 400;

/** Who did something. A person who is just becoming a member or an account is one too. */
export type EventActor = Pick<Actor, "userId" | "name" | "origin" | "apiKey">;

type NewEventOf<Type extends EventType> = Pick<EventOf<Type>, "type" | "teamId"> & {
  /** `null`: the service itself. */
  readonly actor: EventActor | null;
  /** What it happened to, under its current name. */
  readonly subject?: EventSubject;
} & (NoFacts extends EventFacts[Type]
    ? { readonly facts?: Readonly<EventFacts[Type]> }
    : { readonly facts: Readonly<EventFacts[Type]> });

export type NewEvent = { [Type in EventType]: NewEventOf<Type> }[EventType];

/**
 * Records that something happened. Call it in the transaction of the change: listeners hear of it exactly if that
 * commits, a moment later.
 */
export async function recordEvent(
  tx: Tx,
  { ids, clock, jobs }: Pick<AppContext, "ids" | "clock" | "jobs">,
  { actor, subject = { id: null, name: "" }, facts = {}, ...what }: NewEvent,
): Promise<void> {
  const event = {
    ...what,
    id: ids.uuid(),
    at: clock.now(),
    actor:
      actor === null
        ? null
        : {
            userId: actor.userId,
            name: actor.name,
            ipAddress: actor.origin?.ipAddress ?? null,
            userAgent: actor.origin?.userAgent.slice(0, userAgentCharactersMax) ?? null,
            apiKeyName: actor.apiKey?.name ?? null,
          },
    subject,
    facts,
  } as ProductEvent;
  const stream = event.teamId ?? subject.id ?? "installation";
  await insertEvent(tx, stream, event);
  await jobs.enqueue(tx, "deliver-events", { stream });
}
