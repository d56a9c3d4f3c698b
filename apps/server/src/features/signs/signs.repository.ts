import type { SignId } from "@blueprint/contract/ids";
import { type SignFilter, signQuietDays } from "@blueprint/contract/signs";
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  like,
  max,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { shortLinks } from "../../db/schema/short-links.ts";
import { signEvents, signs } from "../../db/schema/signs.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";

export type SignRow = typeof signs.$inferSelect;
export type SignEventRow = typeof signEvents.$inferInsert;
/** A sign with the link whose code is on it. */
export interface SignAndLink {
  sign: SignRow;
  link: typeof shortLinks.$inferSelect;
}

const columns = { sign: getTableColumns(signs), link: getTableColumns(shortLinks) };

/** Signs of a filter at a time, in SQL. */
function isIn(filter: SignFilter, now: Date): SQL | undefined {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isRetired = sql`(${shortLinks.retiredAt} is not null or coalesce(${shortLinks.expiresAt} <= ${at}, false))`;
  const isPrinted = sql`${signs.sheetMadeAt} is not null`;
  const isHung = sql`${isPrinted} and ${shortLinks.arrivedAt} is not null`;
  const conditions: Record<SignFilter, SQL | undefined> = {
    all: undefined,
    retired: isRetired,
    "to-print": sql`not ${isRetired} and ${signs.sheetMadeAt} is null`,
    "to-hang": sql`not ${isRetired} and ${isPrinted} and ${shortLinks.arrivedAt} is null`,
    hung: sql`not ${isRetired} and ${isHung}`,
    quiet: sql`not ${isRetired} and ${isHung} and ${shortLinks.lastUsedAt} < ${at} - make_interval(days => ${signQuietDays})`,
  };
  return conditions[filter];
}

function isOf({ blueprintId, teamId }: BlueprintScope): SQL | undefined {
  return and(eq(signs.blueprintId, blueprintId), eq(blueprints.teamId, teamId));
}

interface SearchedSigns {
  filter: SignFilter;
  search: string;
  now: Date;
}

export async function countRows(tx: Tx, scope: BlueprintScope, of: SearchedSigns): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(signs)
    .innerJoin(shortLinks, eq(shortLinks.id, signs.shortLinkId))
    .innerJoin(blueprints, eq(blueprints.id, signs.blueprintId))
    .where(and(isOf(scope), isIn(of.filter, of.now), matches(of.search)));
  return row?.total ?? 0;
}

/** By number. @param limit one more is listed if there is one */
export async function listRows(
  tx: Tx,
  scope: BlueprintScope,
  of: SearchedSigns & { after: number; limit: number },
): Promise<SignAndLink[]> {
  return await tx
    .select(columns)
    .from(signs)
    .innerJoin(shortLinks, eq(shortLinks.id, signs.shortLinkId))
    .innerJoin(blueprints, eq(blueprints.id, signs.blueprintId))
    .where(and(isOf(scope), isIn(of.filter, of.now), matches(of.search), gt(signs.number, of.after)))
    .orderBy(asc(signs.number))
    .limit(of.limit + 1);
}

function matches(search: string): SQL | undefined {
  const text = search.trim();
  if (text === "") return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return or(
    ilike(shortLinks.label, pattern),
    ilike(signs.title, pattern),
    ilike(signs.storey, pattern),
    /^[0-9A-Z]+$/.test(code) ? like(shortLinks.code, `%${code}%`) : undefined,
    sql`${signs.number}::text = ${text.replace(/^#?0*/, "")}`,
  );
}

export async function countByFilter(
  tx: Tx,
  scope: BlueprintScope,
  filters: readonly SignFilter[],
  now: Date,
): Promise<Record<SignFilter, number>> {
  const counts = Object.fromEntries(
    filters.map((filter) => [
      filter,
      sql<number>`count(*) filter (where ${isIn(filter, now) ?? sql`true`})`.mapWith(Number).as(filter),
    ]),
  ) as Record<SignFilter, SQL.Aliased<number>>;
  const [row] = await tx
    .select(counts)
    .from(signs)
    .innerJoin(shortLinks, eq(shortLinks.id, signs.shortLinkId))
    .innerJoin(blueprints, eq(blueprints.id, signs.blueprintId))
    .where(isOf(scope));
  return row as Record<SignFilter, number>;
}

export async function findRow(tx: Tx, scope: BlueprintScope, id: SignId): Promise<SignAndLink | null> {
  const [row] = await tx
    .select(columns)
    .from(signs)
    .innerJoin(shortLinks, eq(shortLinks.id, signs.shortLinkId))
    .innerJoin(blueprints, eq(blueprints.id, signs.blueprintId))
    .where(and(isOf(scope), eq(signs.id, id)));
  return row ?? null;
}

/**
 * Signs by their ids, or those in use, by number. Unscoped on purpose: callers hold the blueprint's row lock or run a job of it.
 */
export async function listForPrint(
  tx: Tx,
  blueprintId: string,
  ids: readonly string[] | null,
  now: Date,
): Promise<SignAndLink[]> {
  const wanted = ids === null ? sql`not ${isIn("retired", now)}` : inArray(signs.id, [...ids]);
  return await tx
    .select(columns)
    .from(signs)
    .innerJoin(shortLinks, eq(shortLinks.id, signs.shortLinkId))
    .where(and(eq(signs.blueprintId, blueprintId), wanted))
    .orderBy(asc(signs.number));
}

/** The caller holds the blueprint's row lock. */
export async function findLastNumber(tx: Tx, { blueprintId }: BlueprintScope): Promise<number> {
  const [row] = await tx
    .select({ last: max(signs.number) })
    .from(signs)
    .where(eq(signs.blueprintId, blueprintId));
  return row?.last ?? 0;
}

export async function insertSigns(tx: Tx, rows: readonly SignRow[]): Promise<void> {
  await tx.insert(signs).values([...rows]);
}

export type SignChange = Partial<Pick<SignRow, "title" | "line" | "storey" | "anchorId" | "photoKey" | "sheetMadeAt">>;

/** The caller holds the blueprint's row lock. */
export async function updateSigns(tx: Tx, ids: readonly string[], change: SignChange): Promise<void> {
  if (ids.length > 0 && Object.keys(change).length > 0)
    await tx
      .update(signs)
      .set(change)
      .where(inArray(signs.id, [...ids]));
}

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 1_000;

export async function insertEvents(tx: Tx, rows: readonly SignEventRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx.insert(signEvents).values(rows.slice(at, at + rowsAtOnce));
}

/** Newest first, each with the name of the person. The caller has checked the scope of the sign. */
export async function listEvents(tx: Tx, signId: SignId) {
  return await tx
    .select({
      kind: signEvents.kind,
      at: signEvents.at,
      by: authUsers.name,
      reason: signEvents.reason,
      note: signEvents.note,
    })
    .from(signEvents)
    .leftJoin(authUsers, eq(authUsers.id, signEvents.userId))
    .where(eq(signEvents.signId, signId))
    .orderBy(desc(signEvents.at), desc(signEvents.id));
}
