import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { logSecurity, type SecurityFacts } from "../../platform/security-log.ts";
import { requireEditorSeat } from "../plans/entitlements.service.ts";
import { isEditingRole } from "../plans/plans.policy.ts";
import { requireLockedTeam, requireSharedTeam } from "../teams/team-settings.service.ts";
import { canGrantRole } from "../teams/teams.policy.ts";
import { getTeam } from "../teams/teams.service.ts";
import { countOwners, deleteMember, findMember, updateMemberRole } from "./members.repository.ts";

/** @throws AppError `team-last-owner`, `team-is-personal` for the user of a personal team */
export async function leaveTeam(context: AppContext, actor: Actor, { teamId }: TeamScope): Promise<void> {
  await context.db.transaction(async (tx) => {
    const scope = await requireLockedTeam(tx, actor, teamId, "team.leave");
    const { role } = await requireMember(tx, scope, actor.userId);
    await requireNotPersonOf(tx, scope, actor.userId);
    if (role === "owner") await requireAnotherOwner(tx, scope);
    await deleteMember(tx, scope, actor.userId);
    const subject = { id: actor.userId, name: actor.name };
    await recordEvent(tx, context, { actor, teamId, type: "member.left", subject, facts: { role } });
  });
  logSecurity(context, "member.left", toFacts(actor, teamId, actor.userId));
}

function toFacts({ userId, origin }: Actor, teamId: TeamId, subjectId: UserId): SecurityFacts {
  return { userId, teamId, subjectId, ipAddress: origin?.ipAddress };
}

/** The former owner stays as an admin. @throws AppError `not-found` for a non-member, `team-is-personal` */
export async function transferTeam(
  context: AppContext,
  actor: Actor,
  { teamId }: TeamScope,
  to: UserId,
): Promise<void> {
  const isHandedOver = await context.db.transaction(async (tx) => {
    const scope = await requireLockedTeam(tx, actor, teamId, "team.own");
    await requireSharedTeam(tx, scope);
    const { name, role } = await requireMember(tx, scope, to);
    if (to === actor.userId) return false;
    await updateMemberRole(tx, scope, to, "owner");
    await updateMemberRole(tx, scope, actor.userId, "admin");
    const subject = { id: to, name };
    await recordEvent(tx, context, { actor, teamId, type: "team.transferred", subject, facts: { from: role } });
    return true;
  });
  if (isHandedOver) logSecurity(context, "team.transferred", toFacts(actor, teamId, to));
}

/** @throws AppError `forbidden` (an admin changing an owner's role), `team-last-owner`, `team-is-personal` */
export async function changeMemberRole(
  context: AppContext,
  actor: Actor,
  { teamId }: TeamScope,
  userId: UserId,
  role: TeamRole,
) {
  const { from, changed } = await context.db.transaction(async (tx) => {
    const scope = await requireLockedTeam(tx, actor, teamId, "member.invite");
    const member = await requireMember(tx, scope, userId);
    if (!canGrantRole(scope.role, member.role) || !canGrantRole(scope.role, role)) throw new AppError("forbidden");
    const changed = { ...member, userId, role };
    if (member.role === role) return { from: role, changed };
    await requireNotPersonOf(tx, scope, userId);
    if (member.role === "owner") await requireAnotherOwner(tx, scope);
    if (isEditingRole(role) && !isEditingRole(member.role)) await requireEditorSeat(tx, context, scope);
    await updateMemberRole(tx, scope, userId, role);
    const subject = { id: userId, name: member.name };
    const facts = { from: member.role, to: role };
    await recordEvent(tx, context, { actor, teamId, type: "member.role-changed", subject, facts });
    return { from: member.role, changed };
  });
  if (from !== role) logSecurity(context, "member.role-changed", { ...toFacts(actor, teamId, userId), from, to: role });
  return changed;
}

/** @throws AppError `forbidden` (an admin removing an owner), `team-last-owner`, `team-is-personal` */
export async function removeMember(
  context: AppContext,
  actor: Actor,
  { teamId }: TeamScope,
  userId: UserId,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const scope = await requireLockedTeam(tx, actor, teamId, "member.invite");
    const { name, role } = await requireMember(tx, scope, userId);
    if (!canGrantRole(scope.role, role)) throw new AppError("forbidden");
    await requireNotPersonOf(tx, scope, userId);
    if (role === "owner") await requireAnotherOwner(tx, scope);
    await deleteMember(tx, scope, userId);
    const subject = { id: userId, name };
    await recordEvent(tx, context, { actor, teamId, type: "member.removed", subject, facts: { role } });
  });
  logSecurity(context, "member.removed", toFacts(actor, teamId, userId));
}

async function requireMember(tx: Tx, scope: TeamScope, userId: UserId) {
  const member = await findMember(tx, scope, userId);
  if (member === null) throw new AppError("not-found");
  return member;
}

async function requireNotPersonOf(tx: Tx, scope: TeamScope, userId: UserId): Promise<void> {
  if ((await getTeam(tx, scope)).personalOf === userId) throw new AppError("team-is-personal");
}

async function requireAnotherOwner(tx: Tx, scope: TeamScope): Promise<void> {
  if ((await countOwners(tx, scope)) < 2) throw new AppError("team-last-owner");
}
