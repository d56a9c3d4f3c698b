import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
import { listMembers } from "../teams/teams.service.ts";
import { mentionMail } from "./comments.mail.ts";

/** Mails those of the people who are members of the blueprint's team, and not the author. @returns how many */
export async function notifyMentions(
  context: AppContext,
  actor: Actor,
  blueprintId: BlueprintId,
  { userIds, subject, text }: { userIds: readonly UserId[]; subject: string; text: string },
): Promise<number> {
  const { db, jobs, config } = context;
  const { blueprint, scope } = await requireBlueprint(db, actor, blueprintId, "comment.write");
  const wanted = new Set<string>(userIds);
  const members = await listMembers(db, scope);
  const named = members.filter(({ userId }) => wanted.has(userId) && userId !== actor.userId);
  const url = `${config.publicUrl}/blueprint-editor/${blueprint.id}`;
  await db.transaction(async (tx) => {
    for (const { email: to } of named) {
      const facts = { to, authorName: actor.name, blueprintName: blueprint.name, subject, text, url };
      await jobs.enqueue(tx, "send-mail", mentionMail(facts));
    }
  });
  return named.length;
}
