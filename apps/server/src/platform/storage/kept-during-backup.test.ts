import { afterAll, beforeAll, expect, it } from "vitest";
import { takeBackupLease } from "../../db/backup-lease.ts";
import { startJobServer } from "../../features/scans/testing/scan-fixtures.ts";
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

it("still does a job that was queued under its earlier name", async () => {
  const { storage, sql } = app.context;
  await storage.putBytes("old-folder/one", Buffer.from("one"), { contentType });
  await sql`select graphile_worker.add_job('remove-stored-folder', ${JSON.stringify({ prefix: "old-folder/" })}::json)`;
  const jobs = await startJobServer(app);
  try {
    await expect.poll(() => storage.head("old-folder/one"), { timeout: 10_000 }).toBeNull();
  } finally {
    await jobs.stop();
  }
});
