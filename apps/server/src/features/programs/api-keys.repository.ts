import type { ApiKeyId, TeamId, UserId } from "@blueprint/contract/ids";
import { and, count, desc, eq, isNull } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { authUsers } from "../../db/schema/auth.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** Unscoped on purpose: the key itself is the proof. Keys of disabled accounts do not count. */
export async function findKeyByHash(
  tx: Tx,
  tokenHash: string,
): Promise<{ key: ApiKeyRow; creator: { userId: UserId; email: string; name: string } } | null> {
  const [row] = await tx
    .select({ key: apiKeys, email: authUsers.email, name: authUsers.name })
    .from(apiKeys)
    .innerJoin(authUsers, eq(authUsers.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.tokenHash, tokenHash), isNull(authUsers.disabledAt)));
  if (row === undefined) return null;
  const { key, email, name } = row;
  return { key, creator: { userId: key.createdBy as UserId, email, name } };
}

export async function noteKeyUse(tx: Tx, id: string, lastUsedAddress: string, lastUsedAt: Date): Promise<void> {
  await tx.update(apiKeys).set({ lastUsedAt, lastUsedAddress }).where(eq(apiKeys.id, id));
}

export async function listKeys(tx: Tx, scope: TeamScope): Promise<(ApiKeyRow & { createdByName: string })[]> {
  const rows = await tx
    .select({ key: apiKeys, createdByName: authUsers.name })
    .from(apiKeys)
    .innerJoin(authUsers, eq(authUsers.id, apiKeys.createdBy))
    .where(eq(apiKeys.teamId, scope.teamId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(({ key, createdByName }) => ({ ...key, createdByName }));
}

export async function countKeys(tx: Tx, scope: TeamScope): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(apiKeys).where(eq(apiKeys.teamId, scope.teamId));
  return row?.n ?? 0;
}

export async function insertKey(
  tx: Tx,
  scope: TeamScope,
  key: Omit<ApiKeyRow, "teamId" | "lastUsedAt" | "lastUsedAddress"> & { id: ApiKeyId; createdBy: UserId },
): Promise<ApiKeyRow> {
  const [row] = await tx
    .insert(apiKeys)
    .values({ ...key, teamId: scope.teamId satisfies TeamId })
    .returning();
  return row as ApiKeyRow;
}

/** @returns the removed key; null when the team has no such key */
export async function deleteKey(tx: Tx, scope: TeamScope, id: ApiKeyId): Promise<ApiKeyRow | null> {
  const [row] = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.teamId, scope.teamId)))
    .returning();
  return row ?? null;
}
