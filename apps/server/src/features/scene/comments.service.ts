import type { UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { readBlueprint } from "../blueprints/blueprints.service.ts";
import { listMembers } from "../teams/teams.service.ts";

/** Notifies the mentioned members of the blueprint's team, except the author. @returns how many */
export async function notifyMentions(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  { userIds, subject, text }: { userIds: readonly UserId[]; subject: string; text: string },
): Promise<number> {
  const { db } = context;
  const wanted = new Set<string>(userIds);
  const members = await listMembers(db, scope);
  const named = members.filter(({ userId }) => wanted.has(userId) && userId !== actor.userId);
  if (named.length > 0) {
    const facts = { userIds: named.map(({ userId }) => userId as UserId), about: subject, text };
    const { id, name } = await readBlueprint(db, scope, scope.blueprintId);
    const mention = { actor, teamId: scope.teamId, type: "comment.mentioned", subject: { id, name } } as const;
    await db.transaction((tx) => recordEvent(tx, context, { ...mention, facts }));
  }
  return named.length;
}
