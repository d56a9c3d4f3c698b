import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { type EventActor, type NewEvent, recordEvent } from "../../platform/events/record-event.ts";
import { findPersonalTeam } from "./account.repository.ts";

type OwnAct = Omit<Extract<NewEvent, { type: `account.${string}` }>, "actor" | "teamId" | "subject">;

/** Records what a user did to their own account, in their personal team if they have one. */
export async function recordOwnAct(tx: Tx, context: AppContext, person: EventActor, act: OwnAct): Promise<void> {
  await recordEvent(tx, context, {
    ...act,
    actor: person,
    teamId: await findPersonalTeam(tx, person.userId),
    subject: { id: person.userId, name: person.name },
  } as NewEvent);
}
