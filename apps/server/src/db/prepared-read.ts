import { Column, type GetColumnData, is, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { buildOnce, type Tx } from "./database.ts";

type Fields = Record<string, Column | SQL>;
type RowOf<Read extends Fields> = {
  [Name in keyof Read]: Read[Name] extends Column
    ? GetColumnData<Read[Name]>
    : Read[Name] extends SQL<infer Value>
      ? Value
      : never;
};

const dialect = new PgDialect();
/** Gives each statement its own name on the connections that have prepared it. */
let reads = 0;

/**
 * A read for the busiest paths: builds its text once and picks each column's decoder once, whereas drizzle does so for
 * every value of every row.
 * @param fields what to select, by name; columns are of the tables that `from` names
 * @param from everything from the word `from` on; values are placeholders
 */
export function prepareRead<Read extends Fields>(
  fields: Read,
  from: SQL,
): (tx: Tx, values: Record<string, unknown>) => Promise<RowOf<Read>[]> {
  const columns = sql.join(Object.values(fields), sql`, `);
  const query = dialect.sqlToQuery(sql`select ${columns} ${from}`);
  const toRow = compileRow(fields);
  const name = `read_${++reads}`;
  const statementOf = buildOnce((tx) =>
    tx._.session.prepareQuery<{ execute: RowOf<Read>[]; all: never; values: never }>(
      query,
      undefined,
      name,
      true,
      (rows) => rows.map(toRow),
    ),
  );
  return (tx, values) => statementOf(tx).execute(values);
}

type Decode = (value: unknown) => unknown;

// One object literal: adding a dozen properties by computed name turns an object into a slow dictionary.
function compileRow<Read extends Fields>(fields: Read): (values: unknown[]) => RowOf<Read> {
  const decoders = Object.values(fields).map(findDecoder);
  const properties = Object.keys(fields).map((name, at) => {
    const value = `values[${at}]`;
    return `${JSON.stringify(name)}: ${decoders[at] === null ? value : `${value} === null ? null : decoders[${at}](${value})`}`;
  });
  const compiled = new Function("decoders", `return (values) => ({ ${properties.join(", ")} });`);
  return compiled(decoders) as (values: unknown[]) => RowOf<Read>;
}

/** Null where the driver's value needs no decoding. */
function findDecoder(field: Column | SQL): Decode | null {
  if (!is(field, Column) || field.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  return (value) => field.mapFromDriverValue(value);
}
