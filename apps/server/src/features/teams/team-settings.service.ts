import type { TeamId } from "@blueprint/contract/ids";
import type { Permission } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { findTeam, insertMember, insertTeam, type TeamFacts, updateTeamName } from "./teams.repository.ts";
import { lockTeam, requireTeamPermission } from "./teams.service.ts";

/**
 * Guards changes of a team's members: they run one after another, and the caller's right is rechecked under the lock.
 * Of two admins who remove each other, only one succeeds.
 */
export async function requireLockedTeam(
  tx: Tx,
  actor: Actor,
  teamId: TeamId,
  permission: Permission,
): Promise<TeamScope> {
  await lockTeam(tx, await requireTeamPermission(tx, actor, teamId, permission));
  return await requireTeamPermission(tx, actor, teamId, permission);
}

/** @throws AppError `team-is-personal` */
export async function requireSharedTeam(tx: Tx, scope: TeamScope): Promise<TeamFacts> {
  const team = await findTeam(tx, scope);
  if (team.personalOf !== null) throw new AppError("team-is-personal");
  return team;
}

export async function createTeam(context: AppContext, actor: Actor, name: string): Promise<TeamId> {
  const teamId = context.ids.uuid() as TeamId;
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await insertTeam(tx, { id: teamId, name, personalOf: null, now });
    await insertMember(tx, teamId, actor.userId, "owner", now);
    await recordEvent(tx, context, { actor, teamId, type: "team.created", subject: { id: teamId, name } });
  });
  return teamId;
}

export async function renameTeam(
  context: AppContext,
  actor: Actor,
  { teamId }: TeamScope,
  name: string,
): Promise<void> {
  await context.db.transaction((tx) => renameTeamWithin(tx, context, actor, teamId, name));
}

/** Like `renameTeam`, in the caller's transaction. */
export async function renameTeamWithin(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  teamId: TeamId,
  name: string,
): Promise<void> {
  const scope = await requireLockedTeam(tx, actor, teamId, "team.settings");
  const { name: from } = await findTeam(tx, scope);
  if (from === name) return;
  await updateTeamName(tx, scope, name, context.clock.now());
  const subject = { id: teamId, name };
  await recordEvent(tx, context, { actor, teamId, type: "team.renamed", subject, facts: { from, to: name } });
}
