import { publishBlueprint } from "@blueprint/contract/blueprints";
import { listNotifications } from "@blueprint/contract/notifications";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { answerScanFrame, deleteScan, listScans, type Scan } from "@blueprint/contract/scans";
import { converterVersions } from "@blueprint/scans/converter-versions";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AppRuntime } from "../../app-runtime.ts";
import { blueprintVersions } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { claimRenewal, finishRenewal } from "./delivery-renewal.service.ts";
import { removeReplacedDelivery } from "./scan-attempts.service.ts";
import { toDeliveryPrefix } from "./scans.service.ts";
import { isSettled, makePointPly, startJobServer, uploadScan, waitForScan } from "./testing/scan-fixtures.ts";

let app: TestApp;
let jobs: AppRuntime;
let owner: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
  jobs = await startJobServer(app);
  owner = await app.buildPerson();
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const present = converterVersions["point-cloud"];
const rowOf = async ({ id }: Pick<Scan, "id">) =>
  (await app.context.db.select().from(scans).where(eq(scans.id, id)))[0]!;
const statusOf = async (path: string) => {
  const response = await fetch(app.url + path);
  await response.arrayBuffer();
  return response.status;
};
async function countFiles(deliveryPrefix: string): Promise<number> {
  let count = 0;
  for await (const _ of app.context.storage.list(`${deliveryPrefix}/`)) count++;
  return count;
}
const renewAll = () => app.context.jobs.enqueue(app.context.db, "renew-deliveries", {});

async function waitUntilTried(scan: Scan): Promise<void> {
  const deadline = performance.now() + 60_000;
  while ((await rowOf(scan)).converterVersion < present) {
    if (performance.now() > deadline) throw new Error("The delivery was not renewed.");
    const [shown] = (await owner.api(listScans, { params: { blueprintId: scan.blueprintId } })).scans;
    expect(shown).toMatchObject({ state: "ready", progress: null });
  }
}

/** A ready scan whose delivery seems to come from an earlier converter. */
async function buildOutdatedScan(): Promise<{ scan: Scan; slug: string }> {
  const blueprint = await app.buildBlueprint(owner);
  const uploaded = await uploadScan(app, owner, blueprint.id, "hall.ply", makePointPly(2_000));
  const scan = await waitForScan(owner.api, uploaded, isSettled);
  expect(scan.state).toBe("ready");
  expect((await rowOf(scan)).converterVersion).toBe(present);
  await app.context.db.update(scans).set({ converterVersion: 0 }).where(eq(scans.id, scan.id));
  return { scan, slug: blueprint.slug };
}

it("renews deliveries of an earlier converter, in published versions too, while everyone keeps reading", async () => {
  const { scan, slug } = await buildOutdatedScan();
  const params = { blueprintId: scan.blueprintId };
  await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "unlisted" } });
  const place = () => app.anonymous(getPublishedBlueprint, { params: { slug }, query: {} });
  const before = (await place()).scans[0]!.delivery.entryUrl;
  expect(await statusOf(before)).toBe(200);
  const told = (await owner.api(listNotifications, { query: {} })).notifications.length;

  await renewAll();
  await waitUntilTried(scan);

  const row = await rowOf(scan);
  expect(row.deliveryPrefix).toBe(toDeliveryPrefix(scan.id, 2));
  const [version] = await app.context.db
    .select()
    .from(blueprintVersions)
    .where(eq(blueprintVersions.blueprintId, scan.blueprintId));
  expect(version!.scans).toMatchObject([
    { scanId: scan.id, deliveryPrefix: row.deliveryPrefix, formerPrefixes: [toDeliveryPrefix(scan.id, 1)] },
  ]);
  expect((await owner.api(listNotifications, { query: {} })).notifications).toHaveLength(told);
  // Pages opened before go on, and so do those that open now, on a server that has served the former files.
  expect(await statusOf(before)).toBe(200);
  app.clock.advance(3_600_000);
  const after = (await place()).scans[0]!.delivery.entryUrl;
  expect(after).toContain(`/${row.deliveryPrefix}/`);
  expect(await statusOf(after)).toBe(200);

  await removeReplacedDelivery(app.context, { scanId: scan.id, attempt: 1 });
  await removeReplacedDelivery(app.context, { scanId: scan.id, attempt: 2 });
  expect(await statusOf(before)).toBe(404);
  expect(await statusOf(after)).toBe(200);
});

it("keeps the delivery when the new one fails or would move, and does not try again", async () => {
  const { scan: broken } = await buildOutdatedScan();
  const { scan: moved } = await buildOutdatedScan();
  const replaceOriginal = async (scan: Scan, bytes: Uint8Array) => {
    const { originalKey } = await rowOf(scan);
    await app.context.storage.putBytes(originalKey!, bytes, { contentType: "application/octet-stream" });
  };
  await replaceOriginal(broken, new TextEncoder().encode("no scan at all"));
  const points = new TextDecoder().decode(makePointPly(2_000));
  await replaceOriginal(moved, new TextEncoder().encode(points.replace(/end_header\n(\S+)/, "end_header\n7.5")));

  await renewAll();
  for (const scan of [broken, moved]) {
    await waitUntilTried(scan);
    expect(await rowOf(scan)).toMatchObject({ state: "ready", deliveryPrefix: toDeliveryPrefix(scan.id, 1) });
    // What lies elsewhere is removed after that has been noted.
    await expect.poll(() => countFiles(toDeliveryPrefix(scan.id, 2)), { timeout: 10_000 }).toBe(0);
    expect(await claimRenewal(app.context, scan.id)).toBeNull();
  }
});

it("yields to a conversion that a user requests, and to deletion", async () => {
  const { scan } = await buildOutdatedScan();
  const { renewal } = (await claimRenewal(app.context, scan.id))!;
  const { report } = await rowOf(scan);
  await owner.api(answerScanFrame, { params: { scanId: scan.id }, body: { unit: "foot" } });
  expect(await finishRenewal(app.context, renewal, report!)).toBe(false);
  expect((await waitForScan(owner.api, scan, isSettled)).report).toMatchObject({ unit: "foot" });

  const { scan: deleted } = await buildOutdatedScan();
  const claimed = (await claimRenewal(app.context, deleted.id))!;
  await owner.api(deleteScan, { params: { scanId: deleted.id } });
  expect(await finishRenewal(app.context, claimed.renewal, report!)).toBe(false);
  await renewAll();
  const waiting = await app.context.db.execute(
    sql`select 1 from graphile_worker.jobs where key = ${`renew-delivery:${deleted.id}`}`,
  );
  expect(waiting.rows).toEqual([]);
});
