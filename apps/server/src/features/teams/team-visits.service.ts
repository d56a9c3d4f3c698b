import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { logSecurity, type SecurityFacts } from "../../platform/security-log.ts";
import { endVisits, findTeamName, insertVisit, listVisits } from "./team-visits.repository.ts";
import { readRole } from "./teams.repository.ts";

const visitLastsMs = 3_600_000;

/**
 * Lets an operator read a team's blueprints for an hour; replaces a running visit. The caller has checked that they are
 * an operator. @throws AppError `not-found`; `conflict` for a member, who needs no visit
 */
export async function enterTeam(context: AppContext, actor: Actor, teamId: TeamId, reason: string): Promise<Date> {
  const until = await context.db.transaction(async (tx) => {
    const name = await findTeamName(tx, teamId);
    if (name === null) throw new AppError("not-found");
    if ((await readRole(tx, teamId, actor.userId)) !== undefined) throw new AppError("conflict");
    const startedAt = context.clock.now();
    const endsAt = new Date(startedAt.getTime() + visitLastsMs);
    await endVisits(tx, teamId, actor.userId, startedAt);
    await insertVisit(tx, { id: context.ids.uuid(), teamId, operatorId: actor.userId, reason, startedAt, endsAt });
    const facts = { reason, until: endsAt.toISOString() };
    await recordEvent(tx, context, { actor, teamId, type: "team.entered", subject: { id: teamId, name }, facts });
    return endsAt;
  });
  logSecurity(context, "operator.visit-started", toFacts(actor, teamId));
  return until;
}

function toFacts({ userId, origin }: Actor, teamId: TeamId): SecurityFacts {
  return { userId, teamId, ipAddress: origin?.ipAddress };
}

/** @throws AppError `not-found` without a visit */
export async function leaveTeamVisit(context: AppContext, actor: Actor, teamId: TeamId): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await endVisits(tx, teamId, actor.userId, context.clock.now()))) throw new AppError("not-found");
    const subject = { id: teamId, name: (await findTeamName(tx, teamId)) ?? "" };
    await recordEvent(tx, context, { actor, teamId, type: "team.visit-ended", subject });
  });
  logSecurity(context, "operator.visit-ended", toFacts(actor, teamId));
}

/** Teams that a user reads as an operator now, with the end of each visit. */
export function listTeamVisits(tx: Tx, userId: UserId): Promise<{ teamId: TeamId; name: string; endsAt: Date }[]> {
  return listVisits(tx, userId);
}
