import { binBlueprint, moveBlueprint } from "@blueprint/contract/blueprints";
import type { Endpoint } from "@blueprint/contract/endpoint";
import type { BlueprintId, ScanId } from "@blueprint/contract/ids";
import { limits, storageBucket } from "@blueprint/contract/limits";
import type { TeamRole } from "@blueprint/contract/roles";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import {
  answerScanFrame,
  cancelScan,
  createScan,
  deleteScan,
  getOriginalUrl,
  listRemovedScans,
  listScans,
  restoreScan,
  retryScan,
  type Scan,
} from "@blueprint/contract/scans";
import { getTeamUsage } from "@blueprint/contract/teams";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { removeDeletedScanFiles } from "./scan-attempts.service.ts";
import {
  announceFile,
  buildReadyScan,
  deliverOriginal,
  makePointPly,
  pointCloudPreflight,
} from "./testing/scan-fixtures.ts";

let app: TestApp;
let owner: TestPerson;
let blueprintId: BlueprintId;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.buildPerson();
  blueprintId = (await app.buildBlueprint(owner)).id;
});
afterAll(() => app.close());

const request = (fileName = "hall.ply", sizeBytes = 100) => ({
  params: { blueprintId },
  body: { fileName, sizeBytes, preflight: { ...pointCloudPreflight, warnings: [] } },
});

describe("a scan that is being uploaded", () => {
  it("shows how much of it is safe, even on a device that does not send it", async () => {
    const scan = await owner.api(createScan, request("big.ply", 1024 * 1024));
    const url = `${app.url}/v0/b/${storageBucket}/o?name=${encodeURIComponent(scan.uploadName)}`;
    const send = (address: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
      fetch(address, { method: "POST", headers: { ...owner.asProgram, ...headers }, ...(body ? { body } : {}) });
    const started = await send(url, {
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": String(1024 * 1024),
    });
    const chunk = new Uint8Array(256 * 1024);
    await send(
      started.headers.get("x-goog-upload-url") ?? "",
      { "x-goog-upload-command": "upload", "x-goog-upload-offset": "0" },
      chunk,
    );
    const { scans } = await owner.api(listScans, { params: { blueprintId } });
    expect(scans.find(({ id }) => id === scan.id)).toMatchObject({ state: "uploading", uploadedBytes: chunk.length });
  });
});

describe("who may do what with scans", () => {
  const unknownId = "019a0000-0000-7000-8000-000000000000";
  const bytes = makePointPly(8);
  const announced = () => announceFile(owner, blueprintId, "a.ply", bytes);
  const failed = async () => {
    const scan = await announced();
    await deliverOriginal(app.context, scan, bytes);
    await app.context.db.execute(
      sql`update scans set state = 'failed', problem = 'scan-corrupt' where id = ${scan.id}`,
    );
    return scan;
  };

  const operations: {
    name: string;
    isReading: boolean;
    prepare: () => Promise<{ id: ScanId }>;
    call: (api: TestPerson["api"], scanId: ScanId) => Promise<unknown>;
  }[] = [
    { name: "create", isReading: false, prepare: announced, call: (api) => api(createScan, request()) },
    { name: "list", isReading: true, prepare: announced, call: (api) => api(listScans, { params: { blueprintId } }) },
    { name: "retry", isReading: false, prepare: failed, call: (api, scanId) => api(retryScan, { params: { scanId } }) },
    {
      name: "cancel",
      isReading: false,
      prepare: announced,
      call: (api, scanId) => api(cancelScan, { params: { scanId } }),
    },
    {
      name: "answer-frame",
      isReading: false,
      prepare: failed,
      call: (api, scanId) => api(answerScanFrame, { params: { scanId }, body: { unit: "foot" } }),
    },
    {
      name: "delete",
      isReading: false,
      prepare: announced,
      call: (api, scanId) => api(deleteScan, { params: { scanId } }),
    },
    {
      name: "original-url",
      isReading: false,
      prepare: failed,
      call: (api, scanId) => api(getOriginalUrl, { params: { scanId } }),
    },
  ];

  it.each(operations)("$name", async ({ isReading, prepare, call }) => {
    const roles: Record<TeamRole, string> = {
      owner: "ok",
      admin: "ok",
      editor: "ok",
      viewer: isReading ? "ok" : "forbidden",
      // Nothing is assigned to a scanner yet, so nothing is visible.
      scanner: "not-found",
    };
    for (const [role, expected] of Object.entries(roles) as [TeamRole, string][]) {
      const { id } = await prepare();
      const person = await app.buildMember(owner.personalTeamId, role);
      expect(await outcome(call(person.api, id)), role).toBe(expected);
    }
    const { id } = await prepare();
    const stranger = await app.buildPerson();
    expect(await outcome(call(stranger.api, id)), "another team").toBe("not-found");
    expect(await outcome(call(app.anonymous, id)), "nobody").toBe("unauthenticated");
  });

  it("responds the same for what does not exist and what is another team's", async () => {
    for (const endpoint of [retryScan, cancelScan, deleteScan, getOriginalUrl] as Endpoint[]) {
      for (const scanId of [unknownId, "not-an-id"]) {
        const call = owner.api as (endpoint: Endpoint, request: object) => Promise<unknown>;
        expect(await outcome(call(endpoint, { params: { scanId } }))).toBe("not-found");
      }
    }
  });
});

describe("announcing a file", () => {
  it("keeps the person's name for the file and derives a safe object path from it", async () => {
    const fileName = `<img src=x onerror=alert(1)> "Zürich" ${"ü".repeat(60)}.PLY`;
    const scan = await owner.api(createScan, request(fileName));
    expect(scan).toMatchObject({ fileName, state: "uploading", uploadedBytes: 0, problem: null, delivery: null });
    expect(scan.uploadName).toMatch(
      new RegExp(`^teams/${owner.personalTeamId}/scans/${scan.id}/original/[A-Za-z0-9_-]+\\.ply$`),
    );
    const { scans } = await owner.api(listScans, { params: { blueprintId } });
    expect(scans.find(({ id }) => id === scan.id)?.fileName).toBe(fileName);
  });

  it.each([
    ["10,000 characters", "x".repeat(10_000)],
    ["U+0000", "a\0b.ply"],
    ["a path", "../../etc/passwd"],
    ["dots alone", ".."],
    ["nothing", "   "],
    ["half a character", "\uD800.ply"],
  ])("refuses a name with %s, by field", async (_, fileName) => {
    const before = (await owner.api(listScans, { params: { blueprintId } })).scans.length;
    const error = await owner.api(createScan, request(fileName)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "invalid-input", fields: { fileName: expect.any(String) } });
    expect((await owner.api(listScans, { params: { blueprintId } })).scans).toHaveLength(before);
  });

  it("keeps the answers about unit and up axis, and refuses invalid ones", async () => {
    const { params, body } = request("a.ply");
    const scan = await owner.api(createScan, { params, body: { ...body, frame: { unit: "inch", upAxis: "y" } } });
    const { rows } = await app.context.db.execute(sql`select frame from scans where id = ${scan.id}`);
    expect(rows[0]).toEqual({ frame: { unit: "inch", upAxis: "y" } });
    for (const frame of [{ unit: "unknown" }, { unit: "furlong" }, { upAxis: "x" }, { scale: 2 }]) {
      const asked = owner.api(createScan, { params, body: { ...body, frame: frame as FrameAnswers } });
      expect(await outcome(asked), JSON.stringify(frame)).toBe("invalid-input");
    }
  });

  it("refuses invalid sizes", async () => {
    for (const sizeBytes of [-1, 1.5, Number.MAX_SAFE_INTEGER + 1]) {
      expect(await outcome(owner.api(createScan, request("a.ply", sizeBytes)))).toBe("invalid-input");
    }
  });

  it("is limited to a number of scans per blueprint; removed ones do not count", async () => {
    const { id: blueprintId } = await app.buildBlueprint(owner);
    const announce = () => owner.api(createScan, { ...request(), params: { blueprintId } });
    const { id: scanId } = await announce();
    await app.context.sql`
      insert into scans select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
        'upload_name', gen_random_uuid()))).* from scans one, generate_series(2, ${limits.scansPerBlueprintMax})
      where one.id = ${scanId}`;
    expect(await outcome(announce())).toBe("scans-too-many");
    await owner.api(deleteScan, { params: { scanId } });
    expect(await outcome(announce())).toBe("ok");
  });

  it("is refused for an archived or binned blueprint", async () => {
    const other = await app.buildBlueprint(owner);
    for (const to of ["archived", "binned"] as const) {
      const params = { blueprintId: other.id };
      if (to === "binned") await owner.api(binBlueprint, { params });
      else await owner.api(moveBlueprint, { params, body: { to } });
      const call = owner.api(createScan, { ...request(), params: { blueprintId: other.id } });
      expect(await outcome(call)).toBe("blueprint-archived");
    }
  });
});

describe("storage of a plan", () => {
  let small: TestApp;
  beforeAll(async () => {
    small = await createTestApp({ config: { storageBytesMax: 1_000 } });
  });
  afterAll(() => small.close());

  it("is checked before a byte is sent, and a cancelled upload frees its share", async () => {
    const person = await small.buildPerson();
    const place = await small.buildBlueprint(person);
    const announce = (sizeBytes: number) =>
      person.api(createScan, { ...request("a.ply", sizeBytes), params: { blueprintId: place.id } });
    const tooLarge = await announce(1_001).catch((error: unknown) => error);
    expect(tooLarge).toMatchObject({ code: "storage-quota-exceeded", status: 402 });
    const scan = await announce(1_000);
    expect(await outcome(announce(1))).toBe("storage-quota-exceeded");
    await person.api(cancelScan, { params: { scanId: scan.id } });
    expect(await outcome(announce(1))).toBe("ok");
  });

  it("goes to one of two who request the last of it at the same moment", async () => {
    const person = await small.buildPerson();
    const place = await small.buildBlueprint(person);
    const announce = () => person.api(createScan, { ...request("a.ply", 600), params: { blueprintId: place.id } });
    const outcomes = await Promise.all([announce(), announce(), announce()].map(outcome));
    expect(outcomes.sort()).toEqual(["ok", "storage-quota-exceeded", "storage-quota-exceeded"]);
  });

  it("counts converted files too, and a deleted scan no longer", async () => {
    const person = await small.buildPerson();
    const place = await small.buildBlueprint(person);
    const { id } = await buildReadyScan(small, person, place.id);
    const usage = () => person.api(getTeamUsage, { params: { teamId: person.personalTeamId } });
    const { scans } = await person.api(listScans, { params: { blueprintId: place.id } });
    expect((await usage()).storageBytes).toBeGreaterThan(scans[0]?.sizeBytes ?? 0);
    await person.api(deleteScan, { params: { scanId: id } });
    expect((await usage()).storageBytes).toBe(0);
    const all = { ...request("b.ply", 1_000), params: { blueprintId: place.id } };
    expect(await outcome(person.api(createScan, all))).toBe("ok");
    expect(await outcome(person.api(restoreScan, { params: { scanId: id } }))).toBe("storage-quota-exceeded");
  });
});

describe("the life of a scan", () => {
  const bytes = makePointPly(8);

  it("waits for its conversion once the original has arrived", async () => {
    const scan = await announceFile(owner, blueprintId, "a.ply", bytes);
    await deliverOriginal(app.context, scan, bytes);
    const { scans } = await owner.api(listScans, { params: { blueprintId } });
    expect(scans.find(({ id }) => id === scan.id)).toMatchObject({ state: "queued", uploadedBytes: bytes.length });
  });

  it("accepts no original that differs from its announcement, and none after it was cancelled", async () => {
    const scan = await announceFile(owner, blueprintId, "a.ply", bytes);
    await expect(deliverOriginal(app.context, scan, makePointPly(9))).rejects.toMatchObject({
      code: "upload-size-changed",
    });
    await owner.api(cancelScan, { params: { scanId: scan.id } });
    await expect(deliverOriginal(app.context, scan, bytes)).rejects.toMatchObject({ code: "upload-not-active" });
  });

  it("is cancelled once and for all, however often it is requested; without an original it cannot be retried", async () => {
    const scan = await announceFile(owner, blueprintId, "a.ply", bytes);
    for (let times = 0; times < 2; times++) {
      expect(await owner.api(cancelScan, { params: { scanId: scan.id } })).toMatchObject({ state: "cancelled" });
    }
    expect(await outcome(owner.api(retryScan, { params: { scanId: scan.id } }))).toBe("scan-not-retryable");
  });

  it("can be retried from its kept original, but not while it is being converted or ready", async () => {
    const scan = await announceFile(owner, blueprintId, "a.ply", bytes);
    await deliverOriginal(app.context, scan, bytes);
    expect(await outcome(owner.api(retryScan, { params: { scanId: scan.id } }))).toBe("scan-not-retryable");
    await owner.api(cancelScan, { params: { scanId: scan.id } });
    expect(await owner.api(retryScan, { params: { scanId: scan.id } })).toMatchObject({ state: "queued" });
    const ready = await buildReadyScan(app, owner, blueprintId);
    expect(await outcome(owner.api(retryScan, { params: { scanId: ready.id } }))).toBe("scan-not-retryable");
    expect(await owner.api(cancelScan, { params: { scanId: ready.id } })).toMatchObject({ state: "ready" });
  });

  it("comes back unchanged within 30 days of its removal", async () => {
    const scan = await buildReadyScan(app, owner, blueprintId);
    const params = { scanId: scan.id };
    const before = (await owner.api(listScans, { params: { blueprintId } })).scans.find(({ id }) => id === scan.id);
    const removed = async () =>
      (await owner.api(listRemovedScans, { params: { blueprintId } })).scans.filter(({ id }) => id === scan.id);
    await owner.api(deleteScan, { params });
    expect(await removed()).toMatchObject([{ fileName: before?.fileName }]);
    const { state, delivery } = await owner.api(restoreScan, { params });
    expect({ state, form: delivery?.form }).toEqual({ state: "ready", form: before?.delivery?.form });
    expect(await removed()).toEqual([]);
    expect((await owner.api(restoreScan, { params })).state).toBe("ready");
    await removeDeletedScanFiles(app.context, scan.id);
    expect(await app.context.storage.head(scan.originalKey), "kept, it lives again").not.toBeNull();
    await owner.api(deleteScan, { params });
    await app.context.sql`update scans set deleted_at = deleted_at - interval '30 days' where id = ${scan.id}`;
    expect(await removed()).toEqual([]);
    expect(await outcome(owner.api(restoreScan, { params }))).toBe("not-found");
  });

  it("is gone for everyone when deleted; its files follow later, except those of a version", async () => {
    const [loose, shown] = [
      await buildReadyScan(app, owner, blueprintId),
      await buildReadyScan(app, owner, blueprintId),
    ];
    const frozen = JSON.stringify([{ scanId: shown.id }]);
    await app.context.db.execute(sql`
      insert into blueprint_versions (blueprint_id, number, name, industry, description, address, scene, scans, published_at)
      values (${blueprintId}, 1, 'n', 'museum', '', '', '{"schemaVersion":1,"anchors":[]}', ${frozen}::jsonb, now())`);
    for (const scan of [loose, shown]) {
      await removeDeletedScanFiles(app.context, scan.id);
      expect(await app.context.storage.head(scan.originalKey), "kept while it lives").not.toBeNull();
      await owner.api(deleteScan, { params: { scanId: scan.id } });
      expect(await outcome(owner.api(getOriginalUrl, { params: { scanId: scan.id } }))).toBe("not-found");
      expect(await outcome(owner.api(deleteScan, { params: { scanId: scan.id } }))).toBe("not-found");
      expect(await app.context.storage.head(scan.originalKey), "kept in the bin").not.toBeNull();
      await removeDeletedScanFiles(app.context, scan.id);
      expect(await app.context.storage.head(scan.originalKey)).toBeNull();
    }
    const { scans } = await owner.api(listScans, { params: { blueprintId } });
    expect(scans.filter(({ id }) => id === loose.id || id === shown.id)).toEqual([]);
    expect(await app.context.storage.head(`${loose.deliveryPrefix}/model.glb`)).toBeNull();
    expect(await app.context.storage.head(`${shown.deliveryPrefix}/model.glb`)).not.toBeNull();
    const [job] = await app.context.sql<{ days: number }[]>`
      select extract(epoch from run_at - now()) / 86400 as days from graphile_worker.jobs
      where key = ${`remove-scan-files:${loose.id}`}`;
    expect(Number(job?.days)).toBeCloseTo(30, 1);
  });
});

interface ServerEvent {
  name: string;
  content: Scan;
}

/** Reads server-sent events as they arrive. */
async function openEvents(cookie: string | undefined, place: string) {
  const controller = new AbortController();
  const response = await fetch(`${app.url}/api/blueprints/${place}/scan-events`, {
    headers: cookie === undefined ? {} : { cookie },
    signal: controller.signal,
  });
  const received: ServerEvent[] = [];
  let hasEnded = false;
  const reading = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let at = text.indexOf("\n\n"); at !== -1; at = text.indexOf("\n\n")) {
        const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(text.slice(0, at)) ?? [];
        text = text.slice(at + 2);
        if (name !== undefined && data !== undefined) received.push({ name, content: JSON.parse(data) as Scan });
      }
    }
    hasEnded = true;
  })().catch(() => {});
  return {
    response,
    received,
    hasEnded: () => hasEnded,
    close: async () => {
      controller.abort();
      await reading;
    },
  };
}

describe("events of scans", () => {
  it("are open only to people who may see the blueprint", async () => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const stranger = await app.buildPerson();
    const cases = [
      [viewer.cookie, 200],
      [stranger.cookie, 404],
      [undefined, 401],
    ] as const;
    for (const [cookie, status] of cases) {
      const events = await openEvents(cookie, blueprintId);
      expect(events.response.status).toBe(status);
      await events.close();
    }
  });

  it("report everything first, then each change and deletion", async () => {
    const place = (await app.buildBlueprint(owner)).id;
    const first = await announceFile(owner, place, "first.ply", makePointPly(8));
    const events = await openEvents(owner.cookie, place);
    expect(events.response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    // It may arrive once more: its announcement was already on its way.
    const told = () => new Set(events.received.map(({ content }) => content.id));
    await vi.waitFor(() => expect(told()).toEqual(new Set([first.id])));

    const second = await announceFile(owner, place, "second.ply", makePointPly(8));
    await vi.waitFor(() => expect(events.received.at(-1)?.content).toEqual(second));
    await owner.api(cancelScan, { params: { scanId: first.id } });
    await vi.waitFor(() => expect(events.received.at(-1)?.content).toMatchObject({ id: first.id, state: "cancelled" }));
    await announceFile(owner, blueprintId, "elsewhere.ply", makePointPly(8));
    await owner.api(deleteScan, { params: { scanId: second.id } });
    await vi.waitFor(() =>
      expect(events.received.at(-1)).toEqual({ name: "scan-deleted", content: { id: second.id } }),
    );
    expect(events.received.every(({ content }) => content.id === first.id || content.id === second.id)).toBe(true);
    await events.close();
  });

  it("end when the session ends", async () => {
    const session = await app.signIn(owner);
    const events = await openEvents(session.cookie, blueprintId);
    await vi.waitFor(() => expect(events.received.length).toBeGreaterThan(0));
    await fetch(`${app.url}/api/auth/sign-out`, { method: "POST", headers: { cookie: session.cookie } });
    await vi.waitFor(() => expect(events.hasEnded()).toBe(true), { timeout: 5_000 });
    await events.close();
  });

  it("end within a minute when the right to see the blueprint is gone", async () => {
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const events = await openEvents(viewer.cookie, blueprintId);
      await vi.waitFor(() => expect(events.received.length).toBeGreaterThan(0));
      await app.context.db.execute(
        sql`delete from team_members where user_id = ${viewer.userId} and team_id = ${owner.personalTeamId}`,
      );
      expect(events.hasEnded()).toBe(false);
      vi.advanceTimersByTime(60_000);
      vi.useRealTimers();
      await vi.waitFor(() => expect(events.hasEnded()).toBe(true), { timeout: 5_000 });
      await events.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it("do not prevent a server from stopping", async () => {
    const other = await createTestApp();
    const person = await other.buildPerson();
    const place = await other.buildBlueprint(person);
    const response = await fetch(`${other.url}/api/blueprints/${place.id}/scan-events`, {
      headers: { cookie: person.cookie },
    });
    expect(response.status).toBe(200);
    const startedAt = performance.now();
    await other.close();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await response.text().catch(() => "");
  });
});
