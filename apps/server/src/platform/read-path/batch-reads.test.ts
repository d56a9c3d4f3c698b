import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../db/database.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { batchReads } from "./batch-reads.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await app.context.sql`create table words (id int primary key, word text not null)`;
  await app.context.sql`insert into words values (1, 'anchor'), (2, 'zone'), (3, 'scan')`;
});
afterAll(() => app.close());

/** Reads words by number. Numbers are passed as text so that a test can pass something else. */
function buildReader() {
  const statements: string[][] = [];
  const read = batchReads(async (tx: Tx, ids: string[]) => {
    statements.push(ids);
    const list = sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    );
    const { rows } = await tx.execute<{ id: number; word: string }>(
      sql`select id, word from words where id = any(array[${list}]::int[])`,
    );
    return ids.map((id) => rows.find((row) => row.id === Number(id))?.word ?? null);
  });
  return { read, statements };
}

describe("batched reads", () => {
  it("give each concurrent caller their own result, in one statement", async () => {
    const { read, statements } = buildReader();
    const answers = await Promise.all(["2", "9", "1", "2", "3"].map((id) => read(app.context.db, id)));
    expect(answers).toEqual(["zone", null, "anchor", "zone", "scan"]);
    expect(statements).toEqual([["2", "9", "1", "2", "3"]]);
  });

  it("fail only for the caller whose key cannot be read", async () => {
    const { read } = buildReader();
    const answers = await Promise.allSettled(["1", "no number", "3"].map((id) => read(app.context.db, id)));
    expect(answers).toMatchObject([
      { status: "fulfilled", value: "anchor" },
      { status: "rejected" },
      { status: "fulfilled", value: "scan" },
    ]);
  });

  it("never return a state from before the query", async () => {
    const { read } = buildReader();
    const asking: Promise<string | null>[] = [];
    for (let round = 0; round < 30; round++) {
      // Other statements of this kind keep running meanwhile.
      for (let other = 0; other < 5; other++) asking.push(read(app.context.db, "1"));
      await app.context.sql`update words set word = ${`word ${round}`} where id = 2`;
      expect(await read(app.context.db, "2")).toBe(`word ${round}`);
    }
    expect(new Set(await Promise.all(asking))).toEqual(new Set(["anchor"]));
  });

  it("see their own transaction's writes, and show them to nobody else", async () => {
    const { read } = buildReader();
    const rollback = new Error("not meant");
    const inside = app.context.db.transaction(async (tx) => {
      await tx.execute(sql`update words set word = 'unsaved' where id = 3`);
      expect(await Promise.all([read(tx, "3"), read(app.context.db, "3")])).toEqual(["unsaved", "scan"]);
      throw rollback;
    });
    await expect(inside).rejects.toBe(rollback);
  });
});
