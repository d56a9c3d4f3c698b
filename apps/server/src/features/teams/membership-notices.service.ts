import type { TeamRole } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { type NewNotification, notify } from "../notifications/notify.service.ts";
import { findTeam, listMembers, type TeamScope } from "./teams.repository.ts";

// Of no team: what somebody hears about losing a team must outlast both their place in it and the team.
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
    title: `${actor.name} made you ${to} of ${name}`,
    body: `You were ${from} until now.`,
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
    body: "You see the team and its blueprints no more. What you made there stays with the team.",
    path: null,
  });
}

/** To the owners who stay. */
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
    body: `They were ${role}. What they made there stays with the team.`,
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
    title: `${actor.name} handed ${name} over to you`,
    body: "You own the team now, with its plan and its invoices.",
    path: `/team-members?team=${scope.teamId}`,
  });
}

/** Owners are led to where the team comes back from. */
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
    body: `Its places are closed to visitors. You can bring it back until ${removedOn}.`,
    path: "/settings?section=team",
  });
  await tellOthers(tx, context, actor, others ?? [], {
    title,
    body: `Its places are closed to visitors. An owner can bring it back until ${removedOn}.`,
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
      title: `${actor.name} took ${name} out of the bin`,
      body: "The team is back as it was.",
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
