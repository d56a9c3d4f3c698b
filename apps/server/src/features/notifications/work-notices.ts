import type { TeamId } from "@blueprint/contract/ids";
import { type Permission, roleMay } from "@blueprint/contract/roles";
import { scanProblems } from "@blueprint/contract/scan-problems";
import type { Tx } from "../../db/database.ts";
import type { EventOf } from "../../platform/events/product-events.ts";
import { type Notices, withoutActor } from "./notices.ts";
import { findTeamName, listMembersOf, listOwnerIds } from "./recipients.repository.ts";

/** Links that a notification names. */
const namedLinksMax = 10;

/** What happens in a team's work: scans, comments, tasks, invitations, moves and webhooks. */
export const workNotices: Notices<
  | "scan.ready"
  | "scan.failed"
  | "comment.mentioned"
  | "task.assigned"
  | "invitation.accepted"
  | "invitation.wanted"
  | "blueprint.transferred"
  | "blueprint.received"
  | "short-link.broken"
  | "guide.minutes-noticed"
  | "webhook.stopped"
> = {
  "scan.ready": async (_, event) => [
    {
      kind: "scan-ready",
      teamId: event.teamId,
      to: toUploader(event),
      title: `${event.subject.name} is ready`,
      path: `/blueprint-editor/${event.facts.blueprintId}`,
      // The uploader already knows that the scan exists: success needs no unread notification.
      isRead: true,
    },
  ],
  "scan.failed": async (_, event) => {
    const problem = event.facts.problem === null ? null : scanProblems[event.facts.problem];
    return [
      {
        kind: "scan-failed",
        teamId: event.teamId,
        to: toUploader(event),
        title: `Couldn't convert ${event.subject.name}`,
        body: problem === null ? "" : `${problem.cause} ${problem.remedy}`,
        path: `/blueprint-editor/${event.facts.blueprintId}`,
      },
    ];
  },
  "comment.mentioned": async (_, event) => [
    {
      kind: "mention",
      teamId: event.teamId,
      to: event.facts.userIds,
      title: `${event.actor?.name} mentioned you in a comment on ${event.subject.name}`,
      body: `About “${event.facts.about}”: ${event.facts.text}`,
      path: `/blueprint-editor/${event.subject.id}`,
    },
  ],
  "task.assigned": async (_, event) => [
    {
      kind: "task-assigned",
      teamId: event.teamId,
      to: withoutActor(event, [event.facts.assigneeId]),
      title: `${event.facts.assignedBy} assigned you a task: ${event.subject.name}`,
      path: `/workspace?team=${event.teamId}&tasks=mine`,
    },
  ],
  "invitation.accepted": async (_, { teamId, subject, facts: { inviterId, email } }) => [
    {
      kind: "invitation-accepted",
      teamId,
      to: [inviterId],
      title: `${subject.name} accepted your invitation`,
      body: email === null ? "" : `It was sent to ${email}.`,
      path: teamId === null ? "/workspace" : `/team-members?team=${teamId}`,
    },
  ],
  "invitation.wanted": async (tx, { teamId, actor, facts: { inviterId, email, wantedFor } }) => [
    {
      kind: "invitation-wanted",
      teamId,
      to: await listInviters(tx, teamId, inviterId),
      title: `${actor?.name} wants to join ${await findTeamName(tx, teamId)} with a different address`,
      body: `You invited ${email}. ${actor?.name} (${wantedFor}) opened the link and wants the invitation for that address. If you know them, move the invitation on the team members page. If not, do nothing.`,
      path: `/team-members?team=${teamId}`,
    },
  ],
  "blueprint.transferred": async (tx, event) => {
    const { teamId, actor, subject } = event;
    // The claim's own notices say it.
    if (event.facts.byClaim === true) return [];
    const source = await findTeamName(tx, teamId);
    // Owners of both teams hear of it in the team that has it now.
    const receivers = await listOwnerIds(tx, event.facts.toTeamId);
    const givers = (await listOwnerIds(tx, teamId)).filter((userId) => !receivers.includes(userId));
    return [
      {
        kind: "blueprint-moved",
        teamId,
        to: withoutActor(event, givers),
        title: `${actor?.name} moved ${subject.name} out of ${source}`,
        body: `It now belongs to ${event.facts.to}, with its scans, files, versions and addresses. Tasks and workflows about it stayed in ${source}.`,
        path: null,
      },
    ];
  },
  "blueprint.received": async (tx, event) => {
    const { teamId, actor, subject, facts } = event;
    if (facts.byClaim === true) return [];
    const target = await findTeamName(tx, teamId);
    return [
      {
        kind: "blueprint-moved",
        teamId,
        to: withoutActor(event, await listOwnerIds(tx, teamId)),
        title: `${actor?.name} moved ${subject.name} to ${target}`,
        body: `It moved from ${facts.from} with its scans, files, versions and addresses, and now counts towards the plan of ${target}.`,
        path: `/blueprint-editor/${subject.id}`,
      },
    ];
  },
  "short-link.broken": async (tx, { teamId, subject, facts: { links } }) => [
    {
      kind: "short-link-broken",
      teamId,
      to: await listMembersWho(tx, teamId, "blueprint.publish"),
      title:
        links.length === 1
          ? `A short link of ${subject.name} no longer finds its target`
          : `${links.length} short links of ${subject.name} no longer find their targets`,
      body: `They open the place, but what they led to isn't in the published version: ${links.slice(0, namedLinksMax).join(", ")}${links.length > namedLinksMax ? " and others" : ""}. Retarget or retire them under Share > Short links.`,
      path: `/blueprint-editor/${subject.id}`,
    },
  ],
  "guide.minutes-noticed": async (tx, { teamId, subject, facts: { notice, used, max } }) => [
    {
      kind: "guide-minutes",
      teamId,
      to: await listMembersWho(tx, teamId, "blueprint.publish"),
      title:
        notice === "near"
          ? `${subject.name} has used most of its minutes for spoken questions`
          : `${subject.name} has used all of its minutes for spoken questions`,
      body: `Visitors and the guide spoke ${Math.floor(used)} of ${max} minutes this month. ${notice === "near" ? "At the limit, v" : "V"}isitors can only write to the guide until the month ends. You can change the limit in the AI studio.`,
      path: `/blueprints/${subject.id}/ai-studio`,
    },
  ],
  "webhook.stopped": async (tx, { teamId, subject, facts }) => [
    {
      kind: "webhook-stopped",
      teamId,
      to: await listMembersWho(tx, teamId, "team.settings"),
      title: `The webhook to ${new URL(subject.name).host} was stopped`,
      body:
        facts.because === "gone"
          ? "The receiver says it's gone, so we no longer send anything there."
          : "Every message failed for three days. Undelivered messages are in its log. Fix the receiver, resume the webhook, then send them again.",
      path: `/settings?section=webhooks&team=${teamId}`,
    },
  ],
};

function toUploader({ facts: { uploaderId } }: EventOf<"scan.ready" | "scan.failed">): string[] {
  return uploaderId === null ? [] : [uploaderId];
}

/** The inviter; everyone who may invite once the inviter has left the team or may not any more. */
async function listInviters(
  tx: Tx,
  teamId: EventOf<"invitation.wanted">["teamId"],
  inviterId: string | null,
): Promise<string[]> {
  const able = await listMembersWho(tx, teamId, "member.invite");
  return inviterId !== null && able.includes(inviterId) ? [inviterId] : able;
}

/** Members of a team whose role has a permission. */
async function listMembersWho(tx: Tx, teamId: TeamId, permission: Permission): Promise<string[]> {
  const members = await listMembersOf(tx, teamId);
  return members.filter(({ role }) => roleMay(role, permission)).map(({ userId }) => userId);
}
