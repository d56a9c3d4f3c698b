import type { BlueprintId } from "@blueprint/contract/ids";
import { and, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { shortLinks } from "../../db/schema/short-links.ts";
import { signs } from "../../db/schema/signs.ts";
import { teams } from "../../db/schema/teams.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { prepareRead } from "../../platform/read-path/prepared-read.ts";

export type ShortLinkRow = typeof shortLinks.$inferSelect;

const readByCode = prepareRead(
  {
    id: shortLinks.id,
    blueprintId: shortLinks.blueprintId,
    targetKind: shortLinks.targetKind,
    targetValue: shortLinks.targetValue,
    expiresAt: shortLinks.expiresAt,
    retiredAt: shortLinks.retiredAt,
    retiredMessage: shortLinks.retiredMessage,
  },
  shortLinks,
  sql`${shortLinks.code} = ${sql.placeholder("code")}`,
);

/** Unscoped on purpose: whoever has a code may follow it. */
export async function findByCode(tx: Tx, code: string) {
  return (await readByCode(tx, { code }))[0] ?? null;
}

/** The team that has a blueprint; null while it is in the bin. Unscoped on purpose, as above. */
export async function findTeamOf(tx: Tx, blueprintId: string): Promise<string | null> {
  const [row] = await tx
    .select({ teamId: blueprints.teamId })
    .from(blueprints)
    .innerJoin(teams, eq(teams.id, blueprints.teamId))
    .where(and(eq(blueprints.id, blueprintId), isNull(blueprints.binnedAt), isNull(teams.deletedAt)));
  return row?.teamId ?? null;
}

/** Links whose codes are on no sign, newest first. */
export async function listRows(tx: Tx, scope: BlueprintScope): Promise<ShortLinkRow[]> {
  return await tx
    .select(getTableColumns(shortLinks))
    .from(shortLinks)
    .innerJoin(blueprints, eq(blueprints.id, shortLinks.blueprintId))
    .where(and(eq(shortLinks.blueprintId, scope.blueprintId), eq(blueprints.teamId, scope.teamId), isOfNoSign()))
    .orderBy(desc(shortLinks.createdAt), desc(shortLinks.id));
}

/** Signs are listed by their own feature. */
function isOfNoSign(): SQL {
  return sql`not exists (select 1 from ${signs} where ${signs.shortLinkId} = ${shortLinks.id})`;
}

/** Names of all links, those on signs too: their labels, or codes. */
export async function listNames(tx: Tx, scope: BlueprintScope): Promise<{ id: string; label: string; code: string }[]> {
  return await tx
    .select({ id: shortLinks.id, label: shortLinks.label, code: shortLinks.code })
    .from(shortLinks)
    .innerJoin(blueprints, eq(blueprints.id, shortLinks.blueprintId))
    .where(and(eq(shortLinks.blueprintId, scope.blueprintId), eq(blueprints.teamId, scope.teamId)));
}

/** Without those on signs. The caller holds the blueprint's row lock. */
export async function countRows(tx: Tx, { blueprintId }: BlueprintScope): Promise<number> {
  return await tx.$count(shortLinks, and(eq(shortLinks.blueprintId, blueprintId), isOfNoSign()));
}

/** @returns null when the code is taken */
export async function insertRow(tx: Tx, row: typeof shortLinks.$inferInsert): Promise<ShortLinkRow | null> {
  const [inserted] = await tx
    .insert(shortLinks)
    .values(row)
    .onConflictDoNothing({ target: shortLinks.code })
    .returning();
  return inserted ?? null;
}

/** Locks the row until the transaction ends. The caller holds the blueprint's row lock, which proves the team. */
export async function lockRow(tx: Tx, { blueprintId }: BlueprintScope, id: string): Promise<ShortLinkRow | null> {
  const [row] = await tx
    .select()
    .from(shortLinks)
    .where(and(eq(shortLinks.id, id), eq(shortLinks.blueprintId, blueprintId)))
    .for("no key update");
  return row ?? null;
}

export type ShortLinkChange = Partial<
  Pick<
    ShortLinkRow,
    "label" | "targetKind" | "targetValue" | "expiresAt" | "retiredAt" | "retiredMessage" | "brokenSince"
  >
>;

/** The caller has locked the row. */
export async function updateLockedRow(tx: Tx, id: string, change: ShortLinkChange): Promise<ShortLinkRow> {
  const [row] = await tx.update(shortLinks).set(change).where(eq(shortLinks.id, id)).returning();
  return row as ShortLinkRow;
}

/** The caller holds the blueprint's row lock. */
export async function markAwaited(tx: Tx, ids: readonly string[], awaitedSince: Date | null): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(shortLinks)
      .set({ awaitedSince, arrivedAt: null })
      .where(inArray(shortLinks.id, [...ids]));
}

/** Links in use, locked until the transaction ends. Unscoped on purpose: an event of the blueprint names it. */
export async function lockRowsInUse(tx: Tx, blueprintId: BlueprintId): Promise<ShortLinkRow[]> {
  return await tx
    .select()
    .from(shortLinks)
    .where(and(eq(shortLinks.blueprintId, blueprintId), isNull(shortLinks.retiredAt)))
    .orderBy(shortLinks.id)
    .for("no key update");
}

/** The caller has locked the rows. */
export async function markBroken(
  tx: Tx,
  rows: readonly Pick<ShortLinkRow, "id">[],
  brokenSince: Date | null,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.update(shortLinks).set({ brokenSince }).where(inArray(shortLinks.id, ids));
}

/** Adds uses to several links. Rows are locked in one order, so that servers doing this at once cannot deadlock. */
export async function addUses(tx: Tx, uses: readonly { id: string; count: number; lastAt: Date }[]): Promise<void> {
  const ids = uses.map(({ id }) => id);
  const counts = uses.map(({ count }) => count);
  const times = uses.map(({ lastAt }) => lastAt.toISOString());
  await tx.execute(sql`
    with uses as (
      select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(counts)}::int[], ${sql.param(times)}::timestamptz[])
        as uses(id, count, last_at)
    ), locked as (
      select id from ${shortLinks} where id in (select id from uses) order by id for no key update
    )
    update ${shortLinks} set
      use_count = ${shortLinks.useCount} + uses.count,
      arrived_at = case
        when ${shortLinks.arrivedAt} is null and uses.last_at > ${shortLinks.awaitedSince} then uses.last_at
        else ${shortLinks.arrivedAt} end,
      last_used_at = greatest(${shortLinks.lastUsedAt}, uses.last_at)
    from uses, locked where locked.id = uses.id and ${shortLinks.id} = uses.id`);
}
