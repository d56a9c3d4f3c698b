import { type TeamRole, withArticle } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { type NewNotification, notify } from "../notifications/notify.service.ts";
import { findTeam, listMembers, type TeamScope } from "./teams.repository.ts";

// Not filed under a team: a notice about losing a team must outlast both the membership and the team.
const about = { kind: "membership", teamId: null } as const;

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

type NoticeContext = Pick<AppContext, "ids" | "clock" | "jobs">;

export async function tellRoleChange(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  scope: TeamScope,
  { userId, from, to }: { userId: string; from: TeamRole; to: TeamRole },
): Promise<void> {
  const { name } = await findTeam(tx, scope);
  await tellOthers(tx, context, actor, [userId], {
    title: `${actor.name} made you ${withArticle(to)} of ${name}`,
    body: `Your previous role was ${from}.`,
    path: `/workspace?team=${scope.teamId}`,
  });
}

export async function tellRemoval(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  scope: TeamScope,
  userId: string,
): Promise<void> {
  const { name } = await findTeam(tx, scope);
  await tellOthers(tx, context, actor, [userId], {
    title: `${actor.name} removed you from ${name}`,
    body: "You no longer have access to the team and its blueprints. What you created there stays with the team.",
    path: null,
  });
}

/** Notifies the remaining owners. */
export async function tellLeaving(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  scope: TeamScope,
  role: TeamRole,
): Promise<void> {
  const { name } = await findTeam(tx, scope);
  const owners = (await listMembers(tx, scope)).filter(isOwner).map(({ userId }) => userId);
  await tellOthers(tx, context, actor, owners, {
    title: `${actor.name} left ${name}`,
    body: `Their role was ${role}. What they created stays with the team.`,
    path: `/team-members?team=${scope.teamId}`,
  });
}

export async function tellHandover(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  scope: TeamScope,
  userId: string,
): Promise<void> {
  const { name } = await findTeam(tx, scope);
  await tellOthers(tx, context, actor, [userId], {
    title: `${actor.name} transferred ${name} to you`,
    body: "You now own the team, its plan and its invoices.",
    path: `/team-members?team=${scope.teamId}`,
  });
}

/** Owners get a link to where the team can be restored. */
export async function tellDeletion(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  scope: TeamScope,
  removedAt: string,
): Promise<void> {
  const { name } = await findTeam(tx, scope);
  const removedOn = dates.format(new Date(removedAt));
  const title = `${actor.name} moved ${name} to the bin`;
  const members = await listMembers(tx, scope);
  const [owners, others] = [members.filter(isOwner), members.filter((member) => !isOwner(member))].map((people) =>
    people.map(({ userId }) => userId),
  );
  await tellOthers(tx, context, actor, owners ?? [], {
    title,
    body: `Its places are closed to visitors. You can restore it until ${removedOn}.`,
    path: "/settings?section=team",
  });
  await tellOthers(tx, context, actor, others ?? [], {
    title,
    body: `Its places are closed to visitors. An owner can restore it until ${removedOn}.`,
    path: null,
  });
}

export async function tellRestoring(tx: Tx, context: NoticeContext, actor: Actor, scope: TeamScope): Promise<void> {
  const { name } = await findTeam(tx, scope);
  const members = await listMembers(tx, scope);
  await tellOthers(
    tx,
    context,
    actor,
    members.map(({ userId }) => userId),
    {
      title: `${actor.name} restored ${name}`,
      body: "The team is back, with everything in it.",
      path: `/workspace?team=${scope.teamId}`,
    },
  );
}

const isOwner = ({ role }: { role: TeamRole }) => role === "owner";

async function tellOthers(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  people: readonly string[],
  words: Pick<NewNotification, "title" | "body" | "path">,
): Promise<void> {
  const others = people.filter((userId) => userId !== actor.userId);
  await notify(tx, context, others, { ...about, ...words });
}
