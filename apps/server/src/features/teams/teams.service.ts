import { scopesAllow } from "@blueprint/contract/api-scopes";
import type { TeamId, UserId } from "@blueprint/contract/ids";
import { narrowRole, type Permission, roleMay, type TeamRole } from "@blueprint/contract/roles";
import type { TeamMembership } from "@blueprint/contract/users";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { type EventActor, recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { hasVisit } from "./team-visits.repository.ts";
import { listTeamVisits } from "./team-visits.service.ts";
import { decide } from "./teams.policy.ts";
import {
  findTeam,
  hasMemberWithEmail,
  insertMember,
  insertTeam,
  listMemberRows,
  listTeamsOf,
  lockTeamRow,
  readRole,
  type TeamFacts,
} from "./teams.repository.ts";

/**
 * Guards everything a team owns; operators on a visit may only read. @throws AppError `not-found` for callers who may
 * not see it, `forbidden` for callers who may not do it
 */
export async function requireTeamPermission(
  tx: Tx,
  actor: Actor,
  teamId: TeamId,
  permission: Permission,
): Promise<TeamScope> {
  const { apiKey } = actor;
  // A key is limited to its own team, whatever other teams its creator is in.
  if (apiKey !== undefined && apiKey.teamId !== teamId) throw new AppError("not-found");
  const role = toSeenRole(actor, teamId, await readRole(tx, teamId, actor.userId));
  const verdict = decide(role, permission);
  if (role === undefined && apiKey === undefined && (await hasVisit(tx, teamId, actor.userId))) {
    if (!isForVisits(permission)) throw new AppError("forbidden");
    return { teamId, userId: actor.userId, role: "viewer", isVisit: true, __checked: "requireTeamPermission" };
  }
  if (verdict === "unreadable") throw new AppError("not-found");
  if (verdict === "refused") throw new AppError("forbidden");
  if (apiKey !== undefined && !scopesAllow(apiKey.scopes, permission)) throw new AppError("api-key-scope-missing");
  return { teamId, userId: actor.userId, role: role as TeamRole, isVisit: false, __checked: "requireTeamPermission" };
}

/** The scope of a right that a decided claim gives instead of a role. The caller has checked the decision. */
export function toDecidedScope(teamId: TeamId, userId: UserId): TeamScope {
  return { teamId, userId, role: "owner", isVisit: false, __checked: "requireTeamPermission" };
}

/** Like `requireTeamPermission`, but null for callers without the right, for answers other than an error. */
export async function findTeamScope(
  tx: Tx,
  actor: Actor,
  teamId: TeamId,
  permission: Permission,
): Promise<TeamScope | null> {
  try {
    return await requireTeamPermission(tx, actor, teamId, permission);
  } catch (error) {
    if (error instanceof AppError && (error.code === "not-found" || error.code === "forbidden")) return null;
    throw error;
  }
}

/** Whether a user has a right now, for what was handed to them earlier: they are not asking, so no key counts. */
export async function hasTeamPermission(
  tx: Tx,
  userId: UserId,
  teamId: TeamId,
  permission: Permission,
): Promise<boolean> {
  const role = await readRole(tx, teamId, userId);
  return role === undefined
    ? isForVisits(permission) && (await hasVisit(tx, teamId, userId))
    : roleMay(role, permission);
}

function isForVisits(permission: Permission): boolean {
  return permission === "blueprint.see" || permission === "task.see";
}

function toSeenRole({ seeAs }: Actor, teamId: TeamId, role: TeamRole | undefined): TeamRole | undefined {
  return role === undefined || seeAs?.teamId !== teamId ? role : narrowRole(role, seeAs.role);
}

/** Every user has a personal team from the start. */
export async function createPersonalTeam(
  tx: Tx,
  context: AppContext,
  userId: UserId,
  personName: string,
): Promise<TeamId> {
  const id = context.ids.uuid() as TeamId;
  const now = context.clock.now();
  await insertTeam(tx, { id, name: personName, personalOf: userId, now });
  await insertMember(tx, id, userId, "owner", now);
  return id;
}

export async function hasPersonalTeam(tx: Tx, userId: UserId): Promise<boolean> {
  return (await listTeamsOf(tx, userId)).some(({ personalOf }) => personalOf === userId);
}

/** @returns false when the user was a member already */
export async function joinTeam(
  tx: Tx,
  context: AppContext,
  teamId: TeamId,
  person: EventActor,
  role: TeamRole,
): Promise<boolean> {
  const joined = await insertMember(tx, teamId, person.userId, role, context.clock.now());
  const subject = { id: person.userId, name: person.name };
  if (joined)
    await recordEvent(tx, context, { actor: person, teamId, type: "member.joined", subject, facts: { role } });
  return joined;
}

/** A user's teams, in the role they currently view as, followed by those they read as an operator. */
export async function listMemberships(tx: Tx, actor: Actor): Promise<TeamMembership[]> {
  const own = (await listTeamsOf(tx, actor.userId)).map(({ personalOf, teamId, name, role }) => ({
    name,
    role: toSeenRole(actor, teamId as TeamId, role) as TeamRole,
    ownRole: role,
    teamId: teamId as TeamId,
    isPersonal: personalOf === actor.userId,
  }));
  const visited = (await listTeamVisits(tx, actor.userId)).map(({ endsAt, ...team }) => ({
    ...team,
    role: "viewer" as const,
    ownRole: "viewer" as const,
    isPersonal: false,
    visitEndsAt: endsAt.toISOString(),
  }));
  return [...own, ...visited];
}

/** The role of a user in a team that is not in the bin. */
export function findRole(tx: Tx, teamId: TeamId, userId: UserId): Promise<TeamRole | undefined> {
  return readRole(tx, teamId, userId);
}

export function isMemberByEmail(tx: Tx, scope: TeamScope, email: string): Promise<boolean> {
  return hasMemberWithEmail(tx, scope, email);
}

/** Earliest members first. */
export function listMembers(tx: Tx, scope: TeamScope) {
  return listMemberRows(tx, scope);
}

/** Until the transaction ends, changes that count towards a limit of the team run one after another. */
export function lockTeam(tx: Tx, scope: TeamScope): Promise<void> {
  return lockTeamRow(tx, scope);
}

export function getTeam(tx: Tx, scope: TeamScope): Promise<TeamFacts> {
  return findTeam(tx, scope);
}
