import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { listStoredData } from "@blueprint/contract/stored-data";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";

it("the privacy page names every table of the database once, and no other", async () => {
  const schemaDir = fileURLToPath(new URL("./schema/", import.meta.url));
  const tables = new Set<string>();
  for (const file of readdirSync(schemaDir).filter((name) => !name.includes(".test."))) {
    const schema: Record<string, unknown> = await import(`./schema/${file.replace(/\.ts$/, "")}.ts`);
    for (const value of Object.values(schema)) if (is(value, PgTable)) tables.add(getTableName(value));
  }
  expect(tables.size).toBeGreaterThan(40);
  const named = listStoredData({ invitationValidDays: 7 }).flatMap((entry) => entry.tables);
  expect([...named].sort()).toEqual([...tables].sort());
});
