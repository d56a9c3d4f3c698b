import type { BlueprintId } from "@blueprint/contract/ids";
import { and, count, desc, eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { formResponses } from "../../db/schema/form-responses.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

export type FormResponseRow = typeof formResponses.$inferSelect;

/** Unscoped on purpose: the caller has checked that visitors may answer this form. */
export async function insertResponse(tx: Tx, response: typeof formResponses.$inferInsert): Promise<void> {
  await tx.insert(formResponses).values(response);
}

/** Locks the blueprint's row until the transaction ends, so that concurrent answers are counted one after another. */
export async function lockAndCountResponses(tx: Tx, blueprintId: BlueprintId, anchorId: string): Promise<number> {
  await tx.select({ id: blueprints.id }).from(blueprints).where(eq(blueprints.id, blueprintId)).for("no key update");
  return await tx.$count(
    formResponses,
    and(eq(formResponses.blueprintId, blueprintId), eq(formResponses.anchorId, anchorId)),
  );
}

function isOf(scope: TeamScope, blueprintId: BlueprintId, anchorId: string) {
  return and(
    eq(formResponses.blueprintId, blueprintId),
    eq(formResponses.anchorId, anchorId),
    eq(blueprints.teamId, scope.teamId),
  );
}

/** Newest first. */
export async function listResponses(
  tx: Tx,
  scope: TeamScope,
  form: { blueprintId: BlueprintId; anchorId: string },
  cursor: PageCursor | null,
  limit: number,
): Promise<FormResponseRow[]> {
  const rows = await tx
    .select({ response: formResponses })
    .from(formResponses)
    .innerJoin(blueprints, eq(blueprints.id, formResponses.blueprintId))
    .where(and(isOf(scope, form.blueprintId, form.anchorId), isBehind(formResponses.sentAt, formResponses.id, cursor)))
    .orderBy(desc(formResponses.sentAt), desc(formResponses.id))
    .limit(limit);
  return rows.map(({ response }) => response);
}

export async function countResponses(
  tx: Tx,
  scope: TeamScope,
  form: { blueprintId: BlueprintId; anchorId: string },
): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(formResponses)
    .innerJoin(blueprints, eq(blueprints.id, formResponses.blueprintId))
    .where(isOf(scope, form.blueprintId, form.anchorId));
  return row?.n ?? 0;
}
