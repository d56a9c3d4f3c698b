import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ApiError } from "@blueprint/contract/api-client";
import { binBlueprint, getBlueprint, listBlueprints, publishBlueprint } from "@blueprint/contract/blueprints";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { createSampleBlueprint } from "@blueprint/contract/sample";
import { deleteScan, getOriginalUrl, listScans } from "@blueprint/contract/scans";
import { getTeamUsage } from "@blueprint/contract/teams";
import { exampleMuseum } from "@blueprint/scene/example-museum";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { isSettled, waitForScan } from "../scans/testing/scan-fixtures.ts";

const original = readFileSync(new URL("./example-museum.glb", import.meta.url));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

// A whole conversion, on a machine that may be busy.
describe("the example museum", { timeout: 120_000 }, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ withJobs: true });
  });
  afterAll(() => app.close());

  test("becomes a blueprint with a converted scan and its anchors, which can be published", async () => {
    const owner = await app.buildPerson();
    const made = await owner.api(createSampleBlueprint, { body: { teamId: owner.personalTeamId } });
    expect(made).toMatchObject({ name: exampleMuseum.name, industry: "museum", scanCount: 1, state: "draft" });

    const { scans } = await owner.api(listScans, { params: { blueprintId: made.id } });
    expect(scans).toMatchObject([{ fileName: exampleMuseum.fileName, format: "glb", sizeBytes: original.length }]);
    const scan = await waitForScan(owner.api, scans[0]!, isSettled, 110_000);
    expect(scan).toMatchObject({ state: "ready", problem: null, report: { originalSha256: sha256(original) } });
    expect(await owner.api(getBlueprint, { params: { blueprintId: made.id } })).toMatchObject({ state: "ready" });

    const published = await owner.api(publishBlueprint, {
      params: { blueprintId: made.id },
      body: { basedOnVersion: 0, visibility: "unlisted" },
    });
    const { scene } = await app.anonymous(getPublishedBlueprint, { params: { slug: published.slug } });
    expect(scene.anchors.map(({ id, title, text, position }) => ({ id, title, text, position }))).toEqual(
      exampleMuseum.anchors.map(({ id, title, text, position }) => ({ id, title, text, position })),
    );
  });

  test("counts against the storage, keeps its original byte for byte and is deleted like any other", async () => {
    const owner = await app.buildPerson();
    const params = { teamId: owner.personalTeamId };
    expect((await owner.api(getTeamUsage, { params })).storageBytes).toBe(0);
    const made = await owner.api(createSampleBlueprint, { body: params });
    const { scans } = await owner.api(listScans, { params: { blueprintId: made.id } });
    await waitForScan(owner.api, scans[0]!, isSettled, 110_000);
    const { storageBytes } = await owner.api(getTeamUsage, { params });
    expect(storageBytes).toBeGreaterThan(original.length);

    const { url } = await owner.api(getOriginalUrl, { params: { scanId: scans[0]!.id } });
    const kept = await fetch(new URL(url, app.url));
    expect(sha256(new Uint8Array(await kept.arrayBuffer()))).toBe(sha256(original));

    await owner.api(deleteScan, { params: { scanId: scans[0]!.id } });
    // The rest is the blueprint's own content.
    const left = (await owner.api(getTeamUsage, { params })).storageBytes;
    expect(left).toBeLessThan(storageBytes - original.length);
    expect(left).toBeLessThan(100_000);
    const binned = await owner.api(binBlueprint, { params: { blueprintId: made.id } });
    expect(binned.state).toBe("binned");
  });

  test("is refused to people who may not create a blueprint there, and leaves nothing behind", async () => {
    const owner = await app.buildPerson();
    const teamId = owner.personalTeamId;
    const viewer = await app.buildMember(teamId, "viewer");
    const stranger = await app.buildPerson();
    const refused = (code: string) => expect.objectContaining({ code });
    await expect(viewer.api(createSampleBlueprint, { body: { teamId } })).rejects.toEqual(refused("forbidden"));
    await expect(stranger.api(createSampleBlueprint, { body: { teamId } })).rejects.toEqual(refused("not-found"));
    await expect(app.anonymous(createSampleBlueprint, { body: { teamId } })).rejects.toEqual(
      refused("unauthenticated"),
    );
    expect((await owner.api(listBlueprints, { query: { teamId } })).total).toBe(0);
  });
});

test("a team without room for it is told before anything is created", async () => {
  const app = await createTestApp({ config: { storageBytesMax: original.length - 1 } });
  try {
    const owner = await app.buildPerson();
    const teamId = owner.personalTeamId;
    const refusal = await owner.api(createSampleBlueprint, { body: { teamId } }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ code: "storage-quota-exceeded" });
    expect((await owner.api(listBlueprints, { query: { teamId } })).total).toBe(0);
    const left: string[] = [];
    for await (const { key } of app.context.storage.list("teams/")) left.push(key);
    expect(left).toEqual([]);
  } finally {
    await app.close();
  }
});
