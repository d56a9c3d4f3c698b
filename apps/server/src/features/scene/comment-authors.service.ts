import { type UserId, userIdSchema } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { findUserNames } from "../people/users.service.ts";
import { readScene } from "./scene.service.ts";

/**
 * Every reader of comments learns their authors' names, including guests of the team, who cannot read its directory.
 * Authors without comments are not named, nor are deleted accounts.
 */
export async function listCommentAuthors(
  context: AppContext,
  { blueprintId }: BlueprintScope,
): Promise<{ userId: UserId; name: string }[]> {
  const { threads } = await readScene(context, blueprintId);
  const written = threads.flatMap(({ comments }) => comments.map(({ author }) => author));
  // Documents from before the gate checked authors may contain anything.
  const authors = [...new Set(written)].filter((author) => userIdSchema.safeParse(author).success);
  const names = await findUserNames(context.db, authors);
  return [...names].map(([userId, name]) => ({ userId: userId as UserId, name }));
}
