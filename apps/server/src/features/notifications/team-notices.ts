import { limits } from "@blueprint/contract/limits";
import { withArticle } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { EventOf, EventType } from "../../platform/events/product-events.ts";
import { type Notice, type Notices, withoutActor } from "./notices.ts";
import { findTeamName, listMembersOf } from "./recipients.repository.ts";

// Not filed under a team: a notice about losing a team must outlast both the membership and the team.
const about = { kind: "membership", teamId: null } as const;

const dayMs = 24 * 3_600_000;
const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** What happens to a team and to its members. */
export const teamNotices: Notices<
  "member.role-changed" | "member.removed" | "member.left" | "team.transferred" | "team.deleted" | "team.restored"
> = {
  "member.role-changed": async (tx, event) =>
    tellSubject(event, {
      title: `${event.actor?.name} made you ${withArticle(event.facts.to)} of ${await findTeamName(tx, event.teamId)}`,
      body: `Your previous role was ${event.facts.from}.`,
      path: `/workspace?team=${event.teamId}`,
    }),
  "member.removed": async (tx, event) =>
    tellSubject(event, {
      title: `${event.actor?.name} removed you from ${await findTeamName(tx, event.teamId)}`,
      body: "You no longer have access to the team and its blueprints. What you created there stays with the team.",
      path: null,
    }),
  "member.left": async (tx, event) => [
    {
      ...about,
      to: withoutActor(event, (await listPeople(tx, event)).owners),
      title: `${event.actor?.name} left ${await findTeamName(tx, event.teamId)}`,
      body: `Their role was ${event.facts.role}. What they created stays with the team.`,
      path: `/team-members?team=${event.teamId}`,
    },
  ],
  "team.transferred": async (tx, event) =>
    tellSubject(event, {
      title: `${event.actor?.name} transferred ${await findTeamName(tx, event.teamId)} to you`,
      body: "You now own the team, its plan and its invoices.",
      path: `/team-members?team=${event.teamId}`,
    }),
  "team.deleted": async (tx, event) => {
    const removedOn = dates.format(new Date(event.at.getTime() + limits.binKeptDays * dayMs));
    const title = `${event.actor?.name} moved ${event.subject.name} to the bin`;
    const { owners, others } = await listPeople(tx, event);
    return [
      {
        ...about,
        to: withoutActor(event, owners),
        title,
        body: `Its places are closed to visitors. You can restore it until ${removedOn}.`,
        // Where the team can be restored.
        path: "/settings?section=team",
      },
      {
        ...about,
        to: withoutActor(event, others),
        title,
        body: `Its places are closed to visitors. An owner can restore it until ${removedOn}.`,
        path: null,
      },
    ];
  },
  "team.restored": async (tx, event) => {
    const { owners, others } = await listPeople(tx, event);
    return [
      {
        ...about,
        to: withoutActor(event, [...owners, ...others]),
        title: `${event.actor?.name} restored ${event.subject.name}`,
        body: "The team is back, with everything in it.",
        path: `/workspace?team=${event.teamId}`,
      },
    ];
  },
};

function tellSubject(
  event: Pick<EventOf<EventType>, "actor" | "subject">,
  words: Pick<Notice, "title" | "body" | "path">,
): Notice[] {
  return [{ ...about, ...words, to: withoutActor(event, event.subject.id === null ? [] : [event.subject.id]) }];
}

async function listPeople(tx: Tx, { teamId }: EventOf<"member.left" | "team.deleted" | "team.restored">) {
  const members = await listMembersOf(tx, teamId);
  const idsOf = (isOwner: boolean) =>
    members.filter(({ role }) => (role === "owner") === isOwner).map(({ userId }) => userId);
  return { owners: idsOf(true), others: idsOf(false) };
}
