import type { TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { type Permission, roleMay } from "@blueprint/contract/roles";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import {
  isBinned,
  listBinnedTeamsOf,
  lockBinnedTeam,
  moveTeamToBin,
  revokeOpenInvitationsOf,
  takeTeamFromBin,
} from "./team-bin.repository.ts";
import { requireLockedTeam, requireSharedTeam } from "./team-settings.service.ts";
import { requireTeamPermission } from "./teams.service.ts";

export const binKeptMs = limits.binKeptDays * 24 * 3_600_000;

const toRemovedAt = (deletedAt: Date) => new Date(deletedAt.getTime() + binKeptMs).toISOString();

/** Hides the team and closes its places; everything in it stays for 30 days. @throws AppError `team-is-personal` */
export async function deleteTeam(
  context: AppContext,
  actor: Actor,
  { teamId }: TeamScope,
): Promise<{ removedAt: string }> {
  return await context.db.transaction(async (tx) => {
    const scope = await requireLockedTeam(tx, actor, teamId, "team.own");
    const { name } = await requireSharedTeam(tx, scope);
    const now = context.clock.now();
    await moveTeamToBin(tx, scope, actor.userId, now);
    await revokeOpenInvitationsOf(tx, scope, now);
    await recordEvent(tx, context, { actor, teamId, type: "team.deleted", subject: { id: teamId, name } });
    return { removedAt: toRemovedAt(now) };
  });
}

export async function listDeletedTeams(context: AppContext, actor: Actor) {
  const since = new Date(context.clock.now().getTime() - binKeptMs);
  return (await listBinnedTeamsOf(context.db, actor.userId, since)).map(({ teamId, name, deletedAt }) => ({
    teamId: teamId as TeamId,
    name,
    deletedAt: deletedAt.toISOString(),
    removedAt: toRemovedAt(deletedAt),
  }));
}

/**
 * Like `requireTeamPermission`, also for a team in the bin, which only its owners see. @throws AppError `not-found` for
 * everyone else, and after 30 days
 */
export async function requireTeamOrBinned(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  actor: Actor,
  teamId: TeamId,
  permission: Permission,
): Promise<TeamScope> {
  if (!(await isBinned(db, teamId))) return await requireTeamPermission(db, actor, teamId, permission);
  const { userId, apiKey } = actor;
  const since = new Date(clock.now().getTime() - binKeptMs);
  const own = await listBinnedTeamsOf(db, userId, since);
  const isOwner = apiKey === undefined && own.some((candidate) => candidate.teamId === teamId);
  if (!isOwner || !roleMay("owner", permission)) throw new AppError("not-found");
  return { teamId, userId, role: "owner", isVisit: false, __checked: "requireTeamPermission" };
}

/** Restores a team; does nothing when it is not in the bin. */
export async function restoreTeam(context: AppContext, actor: Actor, { teamId }: TeamScope): Promise<void> {
  await context.db.transaction(async (tx) => {
    const team = await lockBinnedTeam(tx, teamId);
    if (team === null) return;
    await takeTeamFromBin(tx, teamId, context.clock.now());
    const subject = { id: teamId, name: team.name };
    await recordEvent(tx, context, { actor, teamId, type: "team.restored", subject });
  });
}
