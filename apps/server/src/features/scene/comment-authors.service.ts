import { type BlueprintId, type UserId, userIdSchema } from "@blueprint/contract/ids";
import { readScene } from "@blueprint/scene/read-scene";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
import { loadStoredScene, toDocument } from "./scene.service.ts";
import { findAuthorNames } from "./scene-history.repository.ts";

/**
 * Whoever may read a comment learns who wrote it, guests of the team too, for whom its directory is closed. People whose
 * comments are gone are not named, and neither are accounts that are gone.
 */
export async function listCommentAuthors(
  context: AppContext,
  actor: Actor,
  blueprintId: BlueprintId,
): Promise<{ userId: UserId; name: string }[]> {
  await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
  const doc = toDocument(await loadStoredScene(context, blueprintId));
  try {
    const written = readScene(doc).threads.flatMap(({ comments }) => comments.map(({ author }) => author));
    // Documents from before the gate asked may say anything.
    const authors = [...new Set(written)].filter((author) => userIdSchema.safeParse(author).success);
    const names = await findAuthorNames(context.db, authors);
    return [...names].map(([userId, name]) => ({ userId: userId as UserId, name }));
  } finally {
    doc.destroy();
  }
}
