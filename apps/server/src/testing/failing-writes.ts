import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { TestApp } from "./create-test-app.ts";

/** Values that are no secret: ids, times, and our own identifiers such as "scan.ready". */
const plainValues = [/^[0-9a-f]{8}-[0-9a-f-]{27}$/, /^\d{4}-\d{2}-\d{2}T/, /^[a-z][a-z._:-]*$/, /^[A-Z][a-z]+$/];
const secretCharactersMin = 8;

export interface FailingWrites {
  /**
   * Fails an action's first write, then its second, and so on until it succeeds; then searches everything logged since
   * for the values of every refused row.
   * @param prepare creates what the action needs, anew for each run, while nothing fails
   * @returns the tables whose writes were refused
   */
  drive<Given>(prepare: () => Promise<Given> | Given, act: (given: Given) => Promise<unknown>): Promise<string[]>;
}

/**
 * Makes a database refuse writes as PostgreSQL does for a violated constraint: the error contains the whole row.
 * Records the rows outside of their transactions.
 */
export async function installFailingWrites(app: TestApp, logged: string[]): Promise<FailingWrites> {
  const { sql, config } = app.context;
  const path = join(config.dataDir, "refused-rows");
  await sql.unsafe(`
    create schema fault;
    create table fault.mode (is_on boolean not null, passed text[] not null);
    insert into fault.mode values (false, '{}');
    create function fault.refuse() returns trigger language plpgsql as $$
    declare
      content text;
    begin
      if tg_op = 'DELETE' then content := to_jsonb(old)::text; else content := to_jsonb(new)::text; end if;
      if (select is_on and not tg_table_name::text = any(passed) from fault.mode) then
        execute format('copy (select %L) to program %L',
          tg_table_name || ' ' || replace(encode(convert_to(content, 'utf8'), 'base64'), E'\\n', ''), 'cat >> ${path}');
        raise check_violation using
          message = format('new row for relation "%s" violates check constraint "fault"', tg_table_name),
          detail = format('Failing row contains %s.', content);
      end if;
      if tg_op = 'DELETE' then return old; else return new; end if;
    end $$;
    do $$
    declare
      one record;
    begin
      for one in
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname = 'public' or (schemaname, tablename) = ('graphile_worker', '_private_jobs')
      loop
        execute format('create trigger fault before insert or update or delete on %s
          for each row execute function fault.refuse()', one.name);
      end loop;
    end $$`);

  const readRefused = (): { table: string; row: unknown }[] => {
    if (!existsSync(path)) return [];
    return readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [table = "", content = ""] = line.split(" ");
        return { table, row: JSON.parse(Buffer.from(content, "base64").toString("utf8")) };
      });
  };

  return {
    drive: async (prepare, act) => {
      const refused = new Set<string>();
      const seen = readRefused().length;
      for (;;) {
        const given = await prepare();
        const before = readRefused().length;
        await sql`update fault.mode set is_on = true, passed = ${[...refused]}`;
        try {
          await act(given);
        } finally {
          await sql`update fault.mode set is_on = false`;
        }
        const tables = readRefused()
          .slice(before)
          .map(({ table }) => table);
        if (tables.length === 0) break;
        for (const table of tables) refused.add(table);
      }
      const rows = readRefused().slice(seen);
      expectNoSecret(
        logged,
        rows.flatMap(({ row }) => secretsIn(row)),
      );
      return [...refused];
    },
  };
}

export function expectNoSecret(logged: readonly string[], secrets: readonly string[]): void {
  // The security log contains client addresses on purpose.
  const said = logged.map((line) => line.replace(/"ipAddress":"[^"]*",?/, ""));
  const found = said.filter((line) => [...new Set(secrets)].some((secret) => line.includes(secret)));
  expect(found).toEqual([]);
}

/** Every text in a row that could reveal something about a user, including within JSON. */
function secretsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const isPlain = value.length < secretCharactersMin || plainValues.some((plain) => plain.test(value));
    return isPlain ? [] : [value, JSON.stringify(value).slice(1, -1)];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsIn) : [];
}
