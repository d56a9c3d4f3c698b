import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
import { notify } from "../notifications/notify.service.ts";
import { listMembers } from "../teams/teams.service.ts";
import { recordTeamEvent } from "../webhooks/team-events.service.ts";

/** Notifies the mentioned members of the blueprint's team, except the author. @returns how many */
export async function notifyMentions(
  context: AppContext,
  actor: Actor,
  blueprintId: BlueprintId,
  { userIds, subject, text }: { userIds: readonly UserId[]; subject: string; text: string },
): Promise<number> {
  const { db } = context;
  const { blueprint, scope } = await requireBlueprint(db, actor, blueprintId, "comment.write");
  const wanted = new Set<string>(userIds);
  const members = await listMembers(db, scope);
  const named = members.filter(({ userId }) => wanted.has(userId) && userId !== actor.userId);
  await db.transaction(async (tx) => {
    await notify(
      tx,
      context,
      named.map(({ userId }) => userId),
      {
        kind: "mention",
        teamId: scope.teamId,
        title: `${actor.name} mentioned you in a comment on ${blueprint.name}`,
        body: `About “${subject}”: ${text}`,
        path: `/blueprint-editor/${blueprint.id}`,
      },
    );
    if (named.length === 0) return;
    const mention = {
      blueprintId,
      authorId: actor.userId,
      userIds: named.map(({ userId }) => userId as UserId),
      subject,
    };
    await recordTeamEvent(tx, context, scope.teamId, "comment.mentioned", mention);
  });
  return named.length;
}
