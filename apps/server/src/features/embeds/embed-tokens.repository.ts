import type { EmbedTokenId } from "@blueprint/contract/ids";
import { and, count, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { embedTokens } from "../../db/schema/embed-tokens.ts";
import { teams } from "../../db/schema/teams.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";

export type EmbedTokenRow = typeof embedTokens.$inferSelect;

/** A token's row with what else decides whether it works. */
export interface FoundToken {
  readonly row: EmbedTokenRow;
  readonly blueprintName: string;
  /** The team that has the blueprint now. */
  readonly currentTeamId: string;
  /** The blueprint or its team is in the bin. */
  readonly isBinned: boolean;
}

/** Unscoped on purpose: the signature of the token that names the row is the proof. */
export async function findToken(tx: Tx, id: EmbedTokenId): Promise<FoundToken | null> {
  const [found] = await tx
    .select({
      row: embedTokens,
      blueprintName: blueprints.name,
      currentTeamId: blueprints.teamId,
      blueprintBinnedAt: blueprints.binnedAt,
      teamDeletedAt: teams.deletedAt,
    })
    .from(embedTokens)
    .innerJoin(blueprints, eq(blueprints.id, embedTokens.blueprintId))
    .innerJoin(teams, eq(teams.id, embedTokens.teamId))
    .where(eq(embedTokens.id, id));
  if (found === undefined) return null;
  const { blueprintBinnedAt, teamDeletedAt, ...rest } = found;
  return { ...rest, isBinned: blueprintBinnedAt !== null || teamDeletedAt !== null };
}

/** Notes a use unless one was noted since. @param since servers that do this at once write one of their times */
export async function noteTokenUse(tx: Tx, id: string, usedAt: Date, since: Date): Promise<void> {
  await tx
    .update(embedTokens)
    .set({ lastUsedAt: usedAt })
    .where(and(eq(embedTokens.id, id), or(isNull(embedTokens.lastUsedAt), lt(embedTokens.lastUsedAt, since))));
}

function isOf({ teamId, blueprintId }: BlueprintScope) {
  return and(eq(embedTokens.teamId, teamId), eq(embedTokens.blueprintId, blueprintId));
}

export async function listTokens(
  tx: Tx,
  scope: BlueprintScope,
): Promise<(EmbedTokenRow & { createdByName: string | null })[]> {
  const rows = await tx
    .select({ row: embedTokens, createdByName: authUsers.name })
    .from(embedTokens)
    .leftJoin(authUsers, eq(authUsers.id, embedTokens.createdBy))
    .where(isOf(scope))
    .orderBy(desc(embedTokens.createdAt), desc(embedTokens.id));
  return rows.map(({ row, createdByName }) => ({ ...row, createdByName }));
}

/** Counts the tokens that still work. */
export async function countTokensInUse(tx: Tx, scope: BlueprintScope, now: Date): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(embedTokens)
    .where(
      and(
        isOf(scope),
        isNull(embedTokens.revokedAt),
        or(isNull(embedTokens.expiresAt), gt(embedTokens.expiresAt, now)),
      ),
    );
  return row?.n ?? 0;
}

export async function insertToken(
  tx: Tx,
  { teamId, blueprintId }: BlueprintScope,
  token: Omit<typeof embedTokens.$inferInsert, "teamId" | "blueprintId">,
): Promise<EmbedTokenRow> {
  const [row] = await tx
    .insert(embedTokens)
    .values({ ...token, teamId, blueprintId })
    .returning();
  return row as EmbedTokenRow;
}

/** Locks the row until the transaction ends; null for a token of another blueprint. */
export async function lockToken(tx: Tx, scope: BlueprintScope, id: EmbedTokenId): Promise<EmbedTokenRow | null> {
  const [row] = await tx
    .select()
    .from(embedTokens)
    .where(and(isOf(scope), eq(embedTokens.id, id)))
    .for("no key update");
  return row ?? null;
}

/** The caller has locked the row. */
export async function updateLockedToken(
  tx: Tx,
  id: string,
  change: Partial<Pick<EmbedTokenRow, "figures" | "days" | "origins" | "revokedAt">>,
): Promise<void> {
  await tx.update(embedTokens).set(change).where(eq(embedTokens.id, id));
}

export async function removeTokensEndedBefore(tx: Tx, instant: Date): Promise<void> {
  await tx.delete(embedTokens).where(or(lt(embedTokens.revokedAt, instant), lt(embedTokens.expiresAt, instant)));
}
