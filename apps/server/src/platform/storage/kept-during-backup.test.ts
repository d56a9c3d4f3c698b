import { afterAll, beforeAll, expect, it } from "vitest";
import { takeBackupLease } from "../../db/backup-lease.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const contentType = "text/plain";

it("keeps deleted bytes while a backup runs, deletes them by a job later, and lets no second backup begin", async () => {
  const { storage, sql } = app.context;
  for (const key of ["files/one", "folder/two", "files/three"])
    await storage.putBytes(key, Buffer.from(key), { contentType });
  const [backup, second] = [await sql.pool.connect(), await sql.pool.connect()];
  try {
    expect(await takeBackupLease(backup)).toBe(true);
    expect(await takeBackupLease(second)).toBe(false);
    await storage.delete("files/one");
    await storage.deletePrefix("folder/");
    expect(await storage.head("files/one")).not.toBeNull();
    expect(await storage.head("folder/two")).not.toBeNull();
    const jobs =
      await sql`select payload from graphile_worker._private_jobs where key like 'remove-after-backup:%' order by key`;
    expect(jobs.map(({ payload }) => payload)).toEqual([{ keyOrPrefix: "files/one" }, { keyOrPrefix: "folder/" }]);
  } finally {
    // A lease ends with its connection, however that ends.
    backup.release(true);
    second.release(true);
  }
  await expect
    .poll(async () => {
      await storage.delete("files/three");
      return await storage.head("files/three");
    })
    .toBeNull();
  await storage.deletePrefix("folder/");
  expect(await storage.head("folder/two")).toBeNull();
});
