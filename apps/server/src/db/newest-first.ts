import { type SQL, sql } from "drizzle-orm";
import type { ExtraConfigColumn, PgColumn } from "drizzle-orm/pg-core";

/**
 * For an index that serves a list in the order of `desc()`. drizzle's `desc()` means nulls last on an index but nulls
 * first in a query, and PostgreSQL sorts when these differ, even for columns that are never null.
 */
export function descending(column: ExtraConfigColumn) {
  return column.desc().nullsFirst();
}

/**
 * Rows after a position in a list ordered by time, then id, newest first; all rows without a position. Compares the
 * pair as one value, so that the scan starts at the position in the index.
 */
export function isBehind(time: PgColumn, id: PgColumn, position: { at: Date; id: string } | null): SQL | undefined {
  return position === null ? undefined : sql`(${time}, ${id}) < (${sql.param(position.at, time)}, ${position.id})`;
}
