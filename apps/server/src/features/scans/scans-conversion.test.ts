import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BlueprintId } from "@blueprint/contract/ids";
import { listNotifications } from "@blueprint/contract/notifications";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import {
  answerScanFrame,
  cancelScan,
  deleteScan,
  getOriginalUrl,
  listScans,
  retryScan,
  type Scan,
} from "@blueprint/contract/scans";
import { getTeamUsage } from "@blueprint/contract/teams";
import { buildPanoramaZip } from "@blueprint/scans/testing/build-panorama-zip";
import { makeTexturedRoom } from "@blueprint/scans/testing/make-textured-room";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppRuntime, buildContext, startApp } from "../../app-runtime.ts";
import { scans } from "../../db/schema/scans.ts";
import { DiskStorage } from "../../platform/storage/disk-storage.ts";
import { type PutOptions, toStorageError } from "../../platform/storage/object-storage.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { claimAttempt, removeReplacedDelivery } from "./scan-attempts.service.ts";
import { removeAbandonedWork, scanJobHandlers } from "./scans.jobs.ts";
import { type ConversionRequest, enqueueConversion, toDeliveryPrefix } from "./scans.service.ts";
import {
  announceFile,
  deliverOriginal,
  isSettled,
  makePointPly,
  startJobServer,
  uploadScan,
  waitForScan,
} from "./testing/scan-fixtures.ts";

let app: TestApp;
let jobs: AppRuntime;
let owner: TestPerson;
let blueprintId: BlueprintId;

beforeAll(async () => {
  app = await createTestApp();
  jobs = await startJobServer(app);
  owner = await app.buildPerson();
  blueprintId = (await app.buildBlueprint(owner)).id;
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const download = async (path: string) => {
  const response = await fetch(app.url + path);
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
};
const workFolders = () => {
  const dir = join(app.context.config.dataDir, "work");
  return existsSync(dir) ? readdirSync(dir) : [];
};
const storedKeys = async (prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of app.context.storage.list(prefix)) keys.push(key);
  return keys;
};
const rowOf = async (scan: Pick<Scan, "id">) => {
  const [row] = await app.context.db.select().from(scans).where(sql`id = ${scan.id}`);
  return row!;
};

/** Process ids of the converters that this process has started. */
function listConverters(): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/, 2).map(Number);
    return parent === process.pid && line.includes("conversion-process.ts") ? [pid!] : [];
  });
}

async function waitForConverter(except: readonly number[] = []): Promise<number> {
  for (let times = 0; times < 2_000; times++) {
    const pid = listConverters().find((one) => !except.includes(one));
    if (pid !== undefined) return pid;
    await wait(50);
  }
  throw new Error("No converter was started.");
}

async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("The condition did not come true.");
    await wait(20);
  }
}

/** Accepts one file and is full for the second. */
class DiskThatFillsUp extends DiskStorage {
  #files = 0;
  override async putFile(key: string, localPath: string, options: PutOptions): Promise<void> {
    this.#files++;
    if (this.#files > 1) throw toStorageError(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
    await super.putFile(key, localPath, options);
  }
}

class DiskThatDoesNotAnswer extends DiskStorage {
  override async read(): Promise<never> {
    throw new Error("socket hang up");
  }
}

/** Enough points to stop the converter in the middle: starting included, it takes a second. */
const manyPoints = makePointPly(60_000);

describe("a blueprint's location", { timeout: 90_000 }, () => {
  it("is kept from the first scan that knows it, even when that scan is deleted and nothing is left", async () => {
    const place = (await app.buildBlueprint(owner)).id;
    const addAt = async (name: string, longitude: number) => {
      const table = `file,latitude,longitude,altitude\n1.jpg,47.3763,${longitude},408\n`;
      const scan = await uploadScan(app, owner, place, name, await buildPanoramaZip(undefined, table));
      return (await waitForScan(owner.api, scan, isSettled)).delivery!;
    };
    const first = await addAt("first.zip", 8.5477);
    expect(first.georeference?.crs).toBe("EPSG:32632");
    expect(first.frameOrigin).toEqual(first.georeference);
    const second = await addAt("second.zip", 8.5479);
    expect(second.georeference).not.toEqual(first.georeference);
    expect(second.frameOrigin).toEqual(first.georeference);
    const { scans: both } = await owner.api(listScans, { params: { blueprintId: place } });
    for (const { id } of both) {
      await owner.api(deleteScan, { params: { scanId: id } });
      const { scans: left } = await owner.api(listScans, { params: { blueprintId: place } });
      for (const { delivery } of left) expect(delivery?.frameOrigin).toEqual(first.georeference);
    }
    expect((await addAt("third.zip", 8.548)).frameOrigin).toEqual(first.georeference);
  });
});

describe("questions that the file leaves open", { timeout: 90_000 }, () => {
  const answer = (scan: Pick<Scan, "id">, body: FrameAnswers) =>
    owner.api(answerScanFrame, { params: { scanId: scan.id }, body });
  const widthOf = ({ delivery }: Scan) => delivery!.bounds.max[0] - delivery!.bounds.min[0];

  it("can be answered after the upload: the scan is shown as before until it is converted again from its original", async () => {
    const scan = await uploadScan(app, owner, blueprintId, "open.ply", makePointPly(2_000));
    const before = await waitForScan(owner.api, scan, isSettled);
    expect(before).toMatchObject({ frame: {}, preflight: { unit: "unknown" } });
    expect(widthOf(before)).toBeCloseTo(6, 1);

    const asked = await answer(scan, { unit: "foot", upAxis: "z" });
    expect(asked).toMatchObject({ state: "queued", frame: { unit: "foot", upAxis: "z" } });
    expect(asked.delivery?.bounds).toEqual(before.delivery?.bounds);
    expect((await download(asked.delivery!.entryUrl)).status).toBe(200);
    // Not while the first is running.
    await expect(answer(scan, { unit: "inch" })).rejects.toMatchObject({ code: "scan-not-retryable" });

    const after = await waitForScan(owner.api, scan, isSettled);
    expect(after).toMatchObject({ state: "ready", report: { unit: "foot", upAxis: "z" } });
    expect(widthOf(after)).toBeCloseTo(6 * 0.3048, 1);
    // Open pages keep reading the previous delivery; it is removed later.
    expect((await download(before.delivery!.entryUrl)).status).toBe(200);
    await removeReplacedDelivery(app.context, { scanId: scan.id, attempt: 1 });
    expect(await storedKeys(`${toDeliveryPrefix(scan.id, 1)}/`)).toEqual([]);
    expect((await download(after.delivery!.entryUrl)).status).toBe(200);
    // The same answers again change nothing, and never remove the current delivery.
    expect(await answer(scan, { upAxis: "z", unit: "foot" })).toMatchObject({ state: "ready" });
    await removeReplacedDelivery(app.context, { scanId: scan.id, attempt: 2 });
    expect((await download(after.delivery!.entryUrl)).status).toBe(200);
  });

  it("keep the previous delivery if the new conversion is cancelled", async () => {
    const scan = await uploadScan(app, owner, blueprintId, "cancelled.ply", makePointPly(2_000));
    const before = await waitForScan(owner.api, scan, isSettled);
    await answer(scan, { unit: "centimetre" });
    await owner.api(cancelScan, { params: { scanId: scan.id } });
    const cancelled = await waitForScan(owner.api, scan, isSettled);
    expect(["cancelled", "ready"]).toContain(cancelled.state);
    expect(cancelled.delivery).not.toBeNull();
    expect(before.delivery).not.toBeNull();
  });
});

describe("a conversion", { timeout: 90_000 }, () => {
  it("makes a point cloud walkable, and leaves nothing behind", async () => {
    const original = makePointPly(2_000);
    const scan = await uploadScan(app, owner, blueprintId, "hall.ply", original);
    const ready = await waitForScan(owner.api, scan, isSettled);
    expect(ready).toMatchObject({
      state: "ready",
      kind: "point-cloud",
      format: "ply-points",
      problem: null,
      progress: null,
    });
    expect(ready.report?.counts.points).toBe(2_000);
    const inbox = await owner.api(listNotifications, { query: {} });
    expect(inbox.unreadCount, "one's own upload is no unread news").toBe(0);
    expect(inbox.notifications).toContainEqual(
      expect.objectContaining({ kind: "scan-ready", isRead: true, title: expect.stringMatching(/ is ready$/) }),
    );
    expect(ready.delivery?.form).toBe("3d-tiles");

    const tileset = await download(ready.delivery?.entryUrl ?? "");
    expect(JSON.parse(new TextDecoder().decode(tileset.bytes))).toHaveProperty("root");
    const preview = await download(ready.delivery?.previewUrl ?? "");
    expect(new TextDecoder("latin1").decode(preview.bytes.subarray(8, 12))).toBe("WEBP");

    const row = await rowOf(scan);
    const usage = await owner.api(getTeamUsage, { params: { teamId: owner.personalTeamId } });
    expect(row.deliveryBytes).toBeGreaterThan(0);
    expect(usage.storageBytes).toBeGreaterThanOrEqual(original.length + row.deliveryBytes);
    const files = row.report?.delivery.files.map(({ path }) => `${row.deliveryPrefix}/${path}`).sort();
    expect((await storedKeys(`deliveries/${scan.id}/`)).sort()).toEqual(files);
    expect(workFolders()).toEqual([]);
  });

  it("makes a mesh ready, detected by its content whatever its name and the browser say", async () => {
    const original = new Uint8Array(await makeTexturedRoom());
    const scan = await announceFile(owner, blueprintId, "room.las", original);
    await app.context.db.execute(sql`update scans set kind = 'point-cloud', format = 'las' where id = ${scan.id}`);
    await deliverOriginal(app.context, scan, original);
    const ready = await waitForScan(owner.api, scan, isSettled);
    expect(ready).toMatchObject({ state: "ready", kind: "mesh", format: "glb" });
    expect(ready.delivery?.form).toBe("3d-tiles");
    expect((await rowOf(scan)).preflight.warnings).toContain("scan-mislabelled");
  });

  it.each([
    ["an empty file", new Uint8Array(), "scan-empty-file"],
    ["something else", bytesOf("<h1>not a scan</h1>".repeat(20)), "scan-unknown-format"],
    ["a mesh that was cut off", new Uint8Array([...bytesOf("glTF"), 2, 0, 0, 0, 0, 0, 16, 0]), "scan-truncated"],
    [
      "100 M points declared in 1 KB",
      bytesOf(new TextDecoder().decode(makePointPly(8)).replace("vertex 8", "vertex 100000000")),
      "scan-lying-count",
    ],
    [
      "positions that are no numbers",
      bytesOf(
        `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n${"nan nan nan\n".repeat(3)}`,
      ),
      "scan-invalid-geometry",
    ],
  ])("fails for %s, and the original can be downloaded", async (_, original, problem) => {
    const scan = await uploadScan(app, owner, blueprintId, "broken.ply", original);
    const failed = await waitForScan(owner.api, scan, isSettled);
    expect(failed).toMatchObject({ state: "failed", problem, delivery: null, report: null, progress: null });
    expect(await storedKeys(`deliveries/${scan.id}/`)).toEqual([]);
    const { url } = await owner.api(getOriginalUrl, { params: { scanId: scan.id } });
    expect(await download(url)).toEqual({ status: 200, bytes: original });
    expect(workFolders()).toEqual([]);
  });

  it("whose process is killed is repeated automatically; killed three times it fails, and can be retried", async () => {
    const scan = await uploadScan(app, owner, blueprintId, "large.ply", manyPoints);
    const killed: number[] = [];
    const kill = async () => {
      const converter = await waitForConverter(killed);
      killed.push(converter);
      process.kill(converter, "SIGKILL");
    };
    await kill();
    expect(await waitForScan(owner.api, scan, isSettled)).toMatchObject({ state: "ready", problem: null });
    expect((await rowOf(scan)).attempt).toBe(2);

    const unlucky = await uploadScan(app, owner, blueprintId, "unlucky.ply", manyPoints);
    for (let times = 0; times < 3; times++) await kill();
    const failed = await waitForScan(owner.api, unlucky, isSettled);
    expect(failed).toMatchObject({ state: "failed", problem: "scan-converter-crashed" });
    expect((await rowOf(unlucky)).problemDetail).toContain("SIGKILL");
    await owner.api(retryScan, { params: { scanId: unlucky.id } });
    expect(await waitForScan(owner.api, unlucky, isSettled)).toMatchObject({ state: "ready", problem: null });
  });

  it("reports its progress, never falling, while it runs", async () => {
    const scan = await uploadScan(app, owner, blueprintId, "larger.ply", makePointPly(300_000));
    const fractions: number[] = [];
    const ready = await waitForScan(owner.api, scan, (seen) => {
      if (seen.progress !== null) fractions.push(seen.progress.fraction);
      return isSettled(seen);
    });
    expect(ready.state).toBe("ready");
    expect(fractions.length).toBeGreaterThan(1);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBeGreaterThan(0);
  });

  it("stops at once when cancelled on another server, and can be retried", async () => {
    const { context } = app;
    const second = await buildContext({
      ...context,
      config: { ...context.config, port: 0 },
      log: pino({ level: "error" }),
    });
    const runtime = await startApp(second, { webDistDir: undefined, withJobs: false });
    try {
      const scan = await uploadScan(app, owner, blueprintId, "large.ply", manyPoints);
      const converter = await waitForConverter();
      const address = runtime.app.server.address() as { port: number };
      const response = await fetch(`http://127.0.0.1:${address.port}/api/scans/${scan.id}/cancel`, {
        method: "POST",
        headers: { cookie: owner.cookie },
      });
      expect(await response.json()).toMatchObject({ state: "cancelled" });
      await waitUntil(() => !listConverters().includes(converter), 2_000);
      await waitUntil(
        async () => workFolders().length === 0 && (await storedKeys(`deliveries/${scan.id}/`)).length === 0,
      );
      expect(await waitForScan(owner.api, scan, isSettled)).toMatchObject({ state: "cancelled", problem: null });
      await owner.api(retryScan, { params: { scanId: scan.id } });
      expect(await waitForScan(owner.api, scan, isSettled)).toMatchObject({ state: "ready" });
    } finally {
      await runtime.stop();
    }
  });

  it("of a scan that is deleted meanwhile stops and leaves no files", async () => {
    const scan = await uploadScan(app, owner, blueprintId, "large.ply", manyPoints);
    const converter = await waitForConverter();
    await owner.api(deleteScan, { params: { scanId: scan.id } });
    await waitUntil(() => !listConverters().includes(converter), 2_000);
    await waitUntil(
      async () => workFolders().length === 0 && (await storedKeys(`deliveries/${scan.id}/`)).length === 0,
    );
  });

  it("cancelled while it waits never starts", async () => {
    const first = await uploadScan(app, owner, blueprintId, "large.ply", manyPoints);
    const second = await uploadScan(app, owner, blueprintId, "next.ply", makePointPly(100));
    await owner.api(cancelScan, { params: { scanId: second.id } });
    const third = await uploadScan(app, owner, blueprintId, "last.ply", makePointPly(100));
    for (const scan of [first, third]) {
      expect(await waitForScan(owner.api, scan, isSettled)).toMatchObject({ state: "ready" });
    }
    expect(await waitForScan(owner.api, second, isSettled)).toMatchObject({ state: "cancelled" });
    expect(await storedKeys(`deliveries/${second.id}/`)).toEqual([]);
  });
});

describe("a server that stops", { timeout: 90_000 }, () => {
  let quiet: TestApp;
  let person: TestPerson;
  let place: BlueprintId;
  beforeAll(async () => {
    // No job runner: the tests decide which servers run jobs, and when.
    quiet = await createTestApp();
    person = await quiet.buildPerson();
    place = (await quiet.buildBlueprint(person)).id;
  });
  afterAll(() => quiet.close());

  const job = { id: "1-1", signal: new AbortController().signal, isLastAttempt: false };
  /** The queued job of a scan. */
  const nextRequest = async (scan: Scan): Promise<ConversionRequest & { runAt: Date }> => {
    const [row] = await quiet.context.sql<{ payload: ConversionRequest; runAt: string }[]>`
      select payload, run_at as "runAt" from graphile_worker._private_jobs where key = ${`convert-scan:${scan.id}`}`;
    return { ...row!.payload, runAt: new Date(row!.runAt) };
  };
  const attemptOf = async (scan: Scan) => {
    const [row] = await quiet.context.db.select().from(scans).where(sql`id = ${scan.id}`);
    return row!.attempt;
  };

  it("in an orderly way returns its conversion, and the next server does it", async () => {
    const first = await startJobServer(quiet);
    const scan = await uploadScan(quiet, person, place, "large.ply", manyPoints);
    await waitForConverter();
    const startedAt = performance.now();
    await first.stop();
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(listConverters()).toEqual([]);
    expect(await waitForScan(person.api, scan, () => true)).toMatchObject({ state: "queued", progress: null });
    expect(await attemptOf(scan)).toBe(2);
    const second = await startJobServer(quiet);
    expect(await waitForScan(person.api, scan, isSettled)).toMatchObject({ state: "ready" });
    await second.stop();
  });

  it("by a crash leaves an attempt that is started again, however often: the scan is not to blame", async () => {
    const scan = await uploadScan(quiet, person, place, "hall.ply", makePointPly(100));
    const runJob = scanJobHandlers(quiet.context)["convert-scan"]!;
    let request: ConversionRequest = { scanId: scan.id, attempt: 1, crashes: 0 };
    for (let deaths = 0; deaths < 15; deaths++) {
      // What a server does before it crashes:
      expect(await claimAttempt(quiet.context, request)).not.toBeNull();
      await quiet.context.storage.putBytes(
        `${toDeliveryPrefix(scan.id, request.attempt)}/half.bin`,
        new Uint8Array(8),
        {
          contentType: "application/octet-stream",
        },
      );
      // The queue delivers its job again, to a running server.
      await runJob(request, job);
      request = await nextRequest(scan);
      expect(request).toMatchObject({ scanId: scan.id, attempt: deaths + 2, crashes: 0, interruptions: deaths + 1 });
    }
    await runJob(request, job);
    expect(await waitForScan(person.api, scan, () => true)).toMatchObject({ state: "ready", problem: null });
    for await (const { key } of quiet.context.storage.list(`deliveries/${scan.id}/`))
      expect(key).toContain(toDeliveryPrefix(scan.id, 16));
  });

  it("each time at another step, because its storage does not respond, gives up eventually and blames no file", async () => {
    const scan = await uploadScan(quiet, person, place, "hall.ply", makePointPly(100));
    const { config, clock } = quiet.context;
    const broken = new DiskThatDoesNotAnswer(join(config.dataDir, "objects"));
    const runJob = scanJobHandlers({ ...quiet.context, log: pino({ level: "silent" }), storage: broken })[
      "convert-scan"
    ]!;
    await runJob({ scanId: scan.id, attempt: 1, crashes: 0 }, job);
    const waits: number[] = [];
    for (let tries = 2; tries <= 12; tries++) {
      const { runAt, ...request } = await nextRequest(scan);
      waits.push(Math.round((runAt.getTime() - clock.now().getTime()) / 1_000));
      await runJob(request, job);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan(300);
    expect(await waitForScan(person.api, scan, () => true)).toMatchObject({
      state: "failed",
      problem: "scan-server-failed",
    });
    const [row] = await quiet.context.db.select().from(scans).where(sql`id = ${scan.id}`);
    expect(row?.problemDetail).toBe("socket hang up");
  });

  it("changes nothing by its late attempt that a later one did", async () => {
    const scan = await uploadScan(quiet, person, place, "late.ply", makePointPly(100));
    const runJob = scanJobHandlers(quiet.context)["convert-scan"]!;
    await runJob({ scanId: scan.id, attempt: 1, crashes: 0 }, job);
    const ready = await waitForScan(person.api, scan, () => true);
    expect(ready.state).toBe("ready");
    await runJob({ scanId: scan.id, attempt: 1, crashes: 0 }, job);
    await runJob({ scanId: scan.id, attempt: 7, crashes: 0 }, job);
    expect(await waitForScan(person.api, scan, () => true)).toEqual(ready);
    await enqueueConversion(quiet.context.db, quiet.context, { scanId: scan.id, attempt: 1, crashes: 0 });
  });

  it("with a full disk while files are stored keeps nothing half-written, and says so", async () => {
    const scan = await uploadScan(quiet, person, place, "full.ply", makePointPly(2_000));
    const { config, storage } = quiet.context;
    const disk = new DiskThatFillsUp(join(config.dataDir, "objects"));
    const runJob = scanJobHandlers({ ...quiet.context, storage: disk })["convert-scan"]!;
    await runJob({ scanId: scan.id, attempt: 1, crashes: 0 }, job);
    const failed = await waitForScan(person.api, scan, () => true);
    expect(failed).toMatchObject({ state: "failed", problem: "scan-storage-full", delivery: null });
    for await (const { key } of storage.list(`deliveries/${scan.id}/`)) throw new Error(`${key} was left.`);
    const { url } = await person.api(getOriginalUrl, { params: { scanId: scan.id } });
    expect((await fetch(quiet.url + url)).status).toBe(200);
  });

  it("leaves no work files for the next start", async () => {
    const left = join(quiet.context.config.dataDir, "work", "some-scan-1");
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, "original"), "half");
    await removeAbandonedWork(quiet.context);
    expect(existsSync(left)).toBe(false);
    await removeAbandonedWork(quiet.context);
  });
});

describe("a converter's limits", { timeout: 90_000 }, () => {
  it("end a conversion that takes too much time or memory, with an explanation", async () => {
    const limits = [
      [{ converterTimeLimitMs: 50 }, "scan-timed-out"],
      [{ converterMemoryBytesMax: 16 * 1024 * 1024 }, "scan-out-of-memory"],
    ] as const;
    for (const [config, problem] of limits) {
      const tight = await createTestApp({ config });
      const workers = await startJobServer(tight);
      try {
        const person = await tight.buildPerson();
        const place = (await tight.buildBlueprint(person)).id;
        const scan = await uploadScan(tight, person, place, "large.ply", manyPoints);
        expect(await waitForScan(person.api, scan, isSettled)).toMatchObject({ state: "failed", problem });
      } finally {
        await workers.stop();
        await tight.close();
      }
    }
  });
});

const roomPath = join(import.meta.dirname, "../../../../../../shared/data/mesh/room-office_small.glb");
describe.skipIf(!existsSync(roomPath))("a real scan", { timeout: 120_000 }, () => {
  it("becomes ready", async () => {
    const scan = await uploadScan(app, owner, blueprintId, "office.glb", new Uint8Array(readFileSync(roomPath)));
    const ready = await waitForScan(owner.api, scan, isSettled, 100_000);
    expect(ready).toMatchObject({ state: "ready", kind: "mesh", problem: null });
  });
});
