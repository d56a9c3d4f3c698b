import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Blueprint, createBlueprint, publishBlueprint } from "@blueprint/contract/blueprints";
import type { TeamId } from "@blueprint/contract/ids";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import { createScan, listScans, type Scan } from "@blueprint/contract/scans";
import { toByteSource } from "@blueprint/scans/byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { glbOf } from "@blueprint/scans/testing/build-glb";
import { createUpload } from "@blueprint/uploads/upload";
import type { Locator, Page } from "@playwright/test";
import type { LaunchedServer } from "./launch-server.ts";
import { expect, type PeopleFixtures, type Person } from "./people.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const dataDir = fileURLToPath(new URL("../../../shared/data", import.meta.url));

/** The path of a scan of a real place, or null where they are not available. */
export function findRealScan(path: string): string | null {
  const found = join(dataDir, path);
  return existsSync(found) ? found : null;
}

/** A room of 6 × 3 × 4 m without its ceiling: the smallest walkable mesh, in metres, y up. */
export function makePlainRoom(): Bytes {
  type Corner = readonly [number, number, number];
  const triangles: number[] = [];
  const quad = (a: Corner, b: Corner, c: Corner, d: Corner) => triangles.push(...a, ...b, ...c, ...a, ...c, ...d);
  const [w, h, d] = [6, 3, 4];
  quad([0, 0, d], [w, 0, d], [w, 0, 0], [0, 0, 0]);
  quad([0, 0, 0], [w, 0, 0], [w, h, 0], [0, h, 0]);
  quad([0, 0, d], [0, 0, 0], [0, h, 0], [0, h, d]);
  quad([w, 0, 0], [w, 0, d], [w, h, d], [w, h, 0]);
  // A counter in the middle, so that there is more than walls to point at.
  quad([2, 1, 2.5], [4, 1, 2.5], [4, 1, 1.5], [2, 1, 1.5]);
  quad([2, 0, 2.5], [4, 0, 2.5], [4, 1, 2.5], [2, 1, 2.5]);
  return new Uint8Array(glbOf(triangles));
}

/** Two storeys of 8 × 6 m, 3 m apart and without a ceiling above, whose walls face inwards. Metres, y up. */
export function makeTwoStoreys(): Bytes {
  type Corner = readonly [number, number, number];
  const triangles: number[] = [];
  const quad = (a: Corner, b: Corner, c: Corner, d: Corner) => triangles.push(...a, ...b, ...c, ...a, ...c, ...d);
  const [w, d] = [8, 6];
  for (const low of [0, 3]) {
    const high = low + 2.7;
    quad([0, low, d], [w, low, d], [w, low, 0], [0, low, 0]);
    quad([0, low, 0], [w, low, 0], [w, high, 0], [0, high, 0]);
    quad([w, low, d], [0, low, d], [0, high, d], [w, high, d]);
    quad([0, low, d], [0, low, 0], [0, high, 0], [0, high, d]);
    quad([w, low, 0], [w, low, d], [w, high, d], [w, high, 0]);
  }
  return new Uint8Array(glbOf(triangles));
}

/**
 * Coloured points on the walls and floor of a 6 × 4 × 3 m room as a binary PLY, z up: 15 bytes per point, so 70,000 are
 * about a megabyte.
 * @param unitM the file's unit in metres, which a PLY cannot express
 */
export function makePointCloud(points: number, unitM = 1): Bytes {
  const head = [
    "ply",
    "format binary_little_endian 1.0",
    `element vertex ${points}`,
    ...["x", "y", "z"].map((name) => `property float ${name}`),
    ...["red", "green", "blue"].map((name) => `property uchar ${name}`),
    "end_header\n",
  ].join("\n");
  const bytes = new Uint8Array(head.length + points * 15);
  bytes.set(new TextEncoder().encode(head));
  const view = new DataView(bytes.buffer);
  for (let index = 0, at = head.length; index < points; index++, at += 15) {
    const [u, v] = [(index * 0.618_034) % 1, (index * 0.414_214) % 1];
    const wall = index % 5;
    const [x, y, z] =
      wall === 4 ? [6 * u, 4 * v, 0] : wall < 2 ? [6 * u, 4 * wall, 3 * v] : [6 * (wall - 2), 4 * u, 3 * v];
    view.setFloat32(at, x / unitM, true);
    view.setFloat32(at + 4, y / unitM, true);
    view.setFloat32(at + 8, z / unitM, true);
    bytes.set([Math.floor(255 * u), Math.floor(255 * v), 90 + 40 * wall], at + 12);
  }
  return bytes;
}

export async function makeBlueprint(
  owner: Person,
  name = "Gallery",
  teamId: TeamId = owner.teamId,
): Promise<Blueprint> {
  return owner.api(createBlueprint, { body: { teamId, name, industry: "museum" } });
}

/** A new user with an empty blueprint, and a page of theirs. */
export async function beginWithBlueprint(
  { person, openWindowOf }: Pick<PeopleFixtures, "person" | "openWindowOf">,
  name?: string,
): Promise<{ owner: Person; blueprint: Blueprint; page: Page }> {
  const owner = await person();
  const blueprint = await makeBlueprint(owner, name);
  return { owner, blueprint, page: await (await openWindowOf(owner)).newPage() };
}

/** The scans of a blueprint in its editor. */
export function scansOf(page: Page): Locator {
  return page.getByRole("region", { name: "Scans", exact: true });
}

/** A browser's report for a file that it could not refuse. */
const pretendedReport: PreflightReport = {
  kind: "mesh",
  format: "glb",
  sizeBytes: 0,
  counts: {},
  unit: "metre",
  upAxis: "y",
  warnings: [],
};

/** Announces a file and uploads it whole, as the web app does. Uploads it even where the preflight refuses it. */
export async function uploadScan(
  server: Pick<LaunchedServer, "url">,
  owner: Person,
  { id: blueprintId }: Pick<Blueprint, "id">,
  fileName: string,
  bytes: Bytes,
): Promise<Scan> {
  const sizeBytes = bytes.length;
  const report = await preflight(toByteSource(new Blob([bytes]), fileName)).catch(() => pretendedReport);
  const scan = await owner.api(createScan, {
    params: { blueprintId },
    body: { fileName, sizeBytes, preflight: { ...report, sizeBytes } },
  });
  const upload = createUpload({
    source: { name: fileName, sizeBytes, slice: (start, end) => bytes.subarray(start, end) },
    objectName: scan.uploadName,
    baseUrl: server.url,
    headers: owner.asProgram,
  });
  upload.start();
  expect(await upload.done).toMatchObject({ state: "success" });
  return scan;
}

/** The scan's current state on the server. */
export async function readScan(owner: Person, { id, blueprintId }: Pick<Scan, "id" | "blueprintId">): Promise<Scan> {
  const { scans } = await owner.api(listScans, { params: { blueprintId } });
  const scan = scans.find((candidate) => candidate.id === id);
  if (scan === undefined) throw new Error(`The blueprint has no scan ${id}.`);
  return scan;
}

/** Waits until a scan's conversion has ended, successfully or not. */
export async function waitForScan(
  owner: Person,
  scan: Pick<Scan, "id" | "blueprintId">,
  state: Scan["state"] = "ready",
  timeout = 60_000,
): Promise<Scan> {
  await expect.poll(async () => (await readScan(owner, scan)).state, { intervals: [100], timeout }).toBe(state);
  return readScan(owner, scan);
}

/** A blueprint with one small, ready scan. */
export async function makeReadyBlueprint(
  server: Pick<LaunchedServer, "url">,
  owner: Person,
  name = "Gallery",
): Promise<Blueprint> {
  const blueprint = await makeBlueprint(owner, name);
  await waitForScan(owner, await uploadScan(server, owner, blueprint, "room.glb", makePlainRoom()));
  return blueprint;
}

/** Publishes the blueprint as it is now, for visitors with the link or for everyone. */
export async function publish(
  owner: Person,
  { id: blueprintId }: Pick<Blueprint, "id">,
  basedOnVersion = 0,
  visibility: "unlisted" | "public" = "unlisted",
) {
  return owner.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion, visibility } });
}
