import type { UserId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import {
  deleteRequest,
  insertRequest,
  lockOnboardingVisit,
  lockUser,
  updateRequestPayload,
} from "./requests.repository.ts";

/**
 * Files the mapping visit requested during onboarding, once: saving again changes the open request, and null withdraws
 * it. A closed request keeps its answer. Does nothing for an account that is gone.
 */
export async function recordOnboardingVisit(
  tx: Tx,
  context: Pick<AppContext, "ids" | "clock" | "jobs">,
  person: { readonly userId: UserId; readonly name: string; readonly email: string },
  wish: { readonly venue: string; readonly note: string } | null,
): Promise<void> {
  if (!(await lockUser(tx, person.userId))) return;
  const filed = await lockOnboardingVisit(tx, person.userId);
  if (filed !== null) {
    if (filed.closedAt !== null) return;
    if (wish === null) await deleteRequest(tx, filed.id);
    else await updateRequestPayload(tx, filed.id, toPayload(wish));
    return;
  }
  if (wish === null) return;
  const { userId, name, email } = person;
  const id = context.ids.uuid();
  await insertRequest(tx, {
    id,
    kind: "visit",
    name,
    email,
    payload: toPayload(wish),
    userId,
    createdAt: context.clock.now(),
  });
  await recordEvent(tx, context, {
    actor: null,
    teamId: null,
    type: "request.received",
    subject: { id, name },
    facts: { kind: "visit" },
  });
}

function toPayload({ venue, note }: { venue: string; note: string }) {
  return { venue, address: "", areaSquareFeet: null, times: "", note, isFromOnboarding: true } as const;
}
