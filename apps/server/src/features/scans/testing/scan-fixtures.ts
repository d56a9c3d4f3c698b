import { setTimeout as wait } from "node:timers/promises";
import type { BlueprintId, ScanId } from "@blueprint/contract/ids";
import type { ScanReport } from "@blueprint/contract/scan-report";
import { createScan, listScans, type Scan } from "@blueprint/contract/scans";
import { toByteSource } from "@blueprint/scans/byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { eq } from "drizzle-orm";
import { type AppRuntime, buildContext, startApp } from "../../../app-runtime.ts";
import { scans } from "../../../db/schema/scans.ts";
import type { AppContext } from "../../../platform/app-context.ts";
import type { TestApp, TestPerson } from "../../../testing/create-test-app.ts";
import { acceptOriginal, toDeliveryPrefix } from "../scans.service.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What a browser reports about an ordinary point cloud. */
export const pointCloudPreflight = {
  kind: "point-cloud",
  format: "ply-points",
  sizeBytes: 100,
  counts: { points: 8 },
  unit: "metre",
  upAxis: "z",
  warnings: [],
} as const;

/** Coloured points on the walls of a 6 × 4 × 3 m room. */
export function makePointPly(points: number): Bytes {
  const head = [
    "ply",
    "format ascii 1.0",
    `element vertex ${points}`,
    ...["x", "y", "z"].map((name) => `property float ${name}`),
    ...["red", "green", "blue"].map((name) => `property uchar ${name}`),
    "end_header",
  ];
  const rows = Array.from({ length: points }, (_, index) => {
    const [u, v] = [(index * 0.618_034) % 1, (index * 0.414_214) % 1];
    const wall = [`${6 * u} 0 ${3 * v}`, `${6 * u} 4 ${3 * v}`, `0 ${4 * u} ${3 * v}`, `6 ${4 * u} ${3 * v}`][
      index % 4
    ];
    return `${wall} ${Math.floor(255 * u)} ${Math.floor(255 * v)} 90`;
  });
  return new TextEncoder().encode(`${[...head, ...rows].join("\n")}\n`);
}

/** Announces a file as a browser does, with the browser's own preflight of the content. */
export async function announceFile(
  person: Pick<TestPerson, "api">,
  blueprintId: BlueprintId,
  fileName: string,
  bytes: Bytes,
): Promise<Scan> {
  const report = await preflight(toByteSource(new Blob([bytes]), fileName)).catch(() => pointCloudPreflight);
  return person.api(createScan, {
    params: { blueprintId },
    body: { fileName, sizeBytes: bytes.length, preflight: { ...report, warnings: [...report.warnings] } },
  });
}

/** Does what the end of an upload does: the original is stored and the scan queued for conversion. */
export async function deliverOriginal(context: AppContext, scan: Pick<Scan, "id">, bytes: Bytes): Promise<string> {
  const storageKey = `teams/tests/scans/${scan.id}/original/${context.ids.uuid()}`;
  await context.storage.putBytes(storageKey, bytes, { contentType: "application/octet-stream" });
  await context.db.transaction((tx) =>
    acceptOriginal(tx, context, { scanId: scan.id, storageKey, sizeBytes: bytes.length }),
  );
  return storageKey;
}

export async function uploadScan(
  app: Pick<TestApp, "context">,
  person: TestPerson,
  blueprintId: BlueprintId,
  fileName: string,
  bytes: Bytes,
): Promise<Scan> {
  const scan = await announceFile(person, blueprintId, fileName, bytes);
  await deliverOriginal(app.context, scan, bytes);
  return scan;
}

/** Polls a scan through the API until it is as expected. @throws Error naming its last state */
export async function waitForScan(
  api: TestPerson["api"],
  scan: Pick<Scan, "id" | "blueprintId">,
  isExpected: (scan: Scan) => boolean,
  timeoutMs = 60_000,
): Promise<Scan> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const { scans: all } = await api(listScans, { params: { blueprintId: scan.blueprintId } });
    const found = all.find(({ id }) => id === scan.id);
    if (found !== undefined && isExpected(found)) return found;
    if (performance.now() > deadline) {
      throw new Error(
        `After ${timeoutMs} ms the scan is ${found?.state} (${found?.problem}, ${found?.progress?.stage}).`,
      );
    }
    // Each poll is a whole request that also delivers events. Polling faster slows the conversion down.
    await wait(100);
  }
}

export const isSettled = ({ state }: Scan): boolean => state === "ready" || state === "failed" || state === "cancelled";

/** Files of a delivery without a conversion, for tests of later steps. */
export const deliveredFiles = {
  "model.glb": "model/gltf-binary",
  "preview.webp": "image/webp",
  "tiles/0.bin": "application/octet-stream",
  "plan.svg": "image/svg+xml",
} as const;

/** A ready scan with its files in storage. */
export async function buildReadyScan(
  app: Pick<TestApp, "context">,
  person: TestPerson,
  blueprintId: BlueprintId,
  { kind = "mesh", plans }: Partial<Pick<ScanReport, "kind" | "plans">> = {},
): Promise<{ id: ScanId; deliveryPrefix: string; originalKey: string }> {
  const { context } = app;
  const original = makePointPly(8);
  const { id } = await announceFile(person, blueprintId, "Hall 1.ply", original);
  const originalKey = `teams/tests/scans/${id}/original/${context.ids.uuid()}`;
  await context.storage.putBytes(originalKey, original, { contentType: "application/octet-stream" });
  const deliveryPrefix = toDeliveryPrefix(id, 1);
  const files: ScanReport["delivery"]["files"] = [];
  for (const [path, contentType] of Object.entries(deliveredFiles)) {
    const bytes = Buffer.from(`0123456789 ${path}`);
    await context.storage.putBytes(`${deliveryPrefix}/${path}`, bytes, { contentType });
    files.push({ path, sizeBytes: bytes.length, sha256: "0".repeat(64), contentType });
  }
  const report: ScanReport = {
    kind,
    format: "glb",
    originalSha256: "0".repeat(64),
    counts: { triangles: 12 },
    bounds: { min: [0, 0, 0], max: [6, 3, 4] },
    unit: "metre",
    upAxis: "y",
    localOrigin: [0, 0, 0],
    warnings: [],
    durationMs: 1,
    delivery: {
      form: "glb",
      entry: "model.glb",
      files,
      sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    },
    preview: "preview.webp",
    startView: { position: [3, 1.6, 2], target: [0, 1.6, 2] },
    plans,
  };
  await context.db
    .update(scans)
    .set({
      state: "ready",
      kind,
      format: "glb",
      originalKey,
      deliveryPrefix,
      deliveryBytes: report.delivery.sizeBytes,
      report,
      attempt: 1,
    })
    .where(eq(scans.id, id));
  return { id, deliveryPrefix, originalKey };
}

/** Another server on the app's database and data folder, with its own workers. */
export async function startJobServer({ context }: Pick<TestApp, "context">): Promise<AppRuntime> {
  const own = await buildContext({ ...context, config: { ...context.config, port: 0 }, log: context.log });
  return await startApp(own, { webDistDir: undefined, withJobs: true });
}
