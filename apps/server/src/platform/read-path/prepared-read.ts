import { type GetColumnData, is, SQL, sql } from "drizzle-orm";
import { PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../../db/database.ts";

type Fields = Record<string, PgColumn | SQL>;
type RowOf<Read extends Fields> = {
  [Name in keyof Read]: Read[Name] extends PgColumn
    ? GetColumnData<Read[Name]>
    : Read[Name] extends SQL<infer Value>
      ? Value
      : never;
};

/** Gives each statement its own name on the connections that have prepared it. */
let reads = 0;

/**
 * A read for the busiest paths: drizzle builds its text once per database, and PostgreSQL parses it once per connection.
 * @param fields what to select, by name
 * @param from a table, or everything that follows the word `from`
 * @param where everything that follows the word `where`; in both, values are placeholders
 */
export function prepareRead<Read extends Fields>(
  fields: Read,
  from: PgTable | SQL,
  where?: SQL,
): (tx: Tx, values: Record<string, unknown>) => Promise<RowOf<Read>[]> {
  const isTable = !is(from, SQL);
  const selected = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toSelected(field, isTable)] as const),
  );
  const name = `read_${++reads}`;
  const statementOf = buildOnce((tx) => tx.select(selected).from(from).where(where).prepare(name));
  return async (tx, values) => (await statementOf(tx).execute(values)) as RowOf<Read>[];
}

/**
 * In a select from one source, drizzle omits the tables' names of columns, even in an expression whose subquery has a
 * column of the same name, and it refuses columns of tables that only SQL names. It does not look into expressions within
 * expressions.
 */
function toSelected(field: PgColumn | SQL, isTable: boolean): PgColumn | SQL {
  if (!is(field, PgColumn)) return sql`${field}`;
  return isTable ? field : sql`${sql`${field}`}`.mapWith(field);
}

function buildOnce<Statement>(build: (tx: Tx) => Statement): (tx: Tx) => Statement {
  const built = new WeakMap<Tx, Statement>();
  return (tx) => {
    const known = built.get(tx) ?? build(tx);
    built.set(tx, known);
    return known;
  };
}
