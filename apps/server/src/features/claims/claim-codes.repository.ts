import type { BlueprintId, ClaimCodeId } from "@blueprint/contract/ids";
import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { claimCodes } from "../../db/schema/claims.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";

export type ClaimCodeRow = typeof claimCodes.$inferSelect;

export async function insertCode(tx: Tx, row: typeof claimCodes.$inferInsert): Promise<void> {
  await tx.insert(claimCodes).values(row);
}

/** Codes that the team made, newest first. */
export async function listCodes(tx: Tx, { blueprintId, teamId }: BlueprintScope): Promise<ClaimCodeRow[]> {
  return await tx
    .select()
    .from(claimCodes)
    .where(and(eq(claimCodes.blueprintId, blueprintId), eq(claimCodes.teamId, teamId)))
    .orderBy(desc(claimCodes.createdAt), desc(claimCodes.id));
}

/** Unscoped on purpose: codes of operators count, too. */
export async function countOpenCodes(tx: Tx, blueprintId: BlueprintId, now: Date): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(claimCodes)
    .where(and(eq(claimCodes.blueprintId, blueprintId), isNull(claimCodes.usedAt), gt(claimCodes.expiresAt, now)));
  return row?.n ?? 0;
}

export async function deleteCode(tx: Tx, { blueprintId, teamId }: BlueprintScope, id: ClaimCodeId): Promise<boolean> {
  const rows = await tx
    .delete(claimCodes)
    .where(and(eq(claimCodes.id, id), eq(claimCodes.blueprintId, blueprintId), eq(claimCodes.teamId, teamId)))
    .returning({ id: claimCodes.id });
  return rows.length > 0;
}

/** Uses up a code of the place. Of two at once, one gets it. Unscoped on purpose: the code gives the right. */
export async function takeCode(
  tx: Tx,
  { blueprintId, codeHash, claimId, now }: { blueprintId: string; codeHash: string; claimId: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(claimCodes)
    .set({ usedAt: now, claimId })
    .where(
      and(
        eq(claimCodes.codeHash, codeHash),
        eq(claimCodes.blueprintId, blueprintId),
        isNull(claimCodes.usedAt),
        gt(claimCodes.expiresAt, now),
      ),
    )
    .returning({ id: claimCodes.id });
  return rows.length > 0;
}
