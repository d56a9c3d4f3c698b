import { type SQL, sql } from "drizzle-orm";
import type { ExtraConfigColumn, PgColumn } from "drizzle-orm/pg-core";

/**
 * For an index that serves a list in the order of `desc()`. drizzle's `desc()` of an index means nulls last, that of a
 * query nulls first, and PostgreSQL sorts where these differ, even for columns that are never null.
 */
export function descending(column: ExtraConfigColumn) {
  return column.desc().nullsFirst();
}

/**
 * Rows behind a position in a list that is ordered by a time and then by id, newest first; without a position all of
 * them. Compared as one pair, so that the list's index is entered at the position.
 */
export function isBehind(time: PgColumn, id: PgColumn, position: { at: Date; id: string } | null): SQL | undefined {
  return position === null ? undefined : sql`(${time}, ${id}) < (${sql.param(position.at, time)}, ${position.id})`;
}
