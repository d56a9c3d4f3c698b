import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { deleteScan, getOriginalUrl, type Scan } from "@blueprint/contract/scans";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scans } from "../../db/schema/scans.ts";
import { hasTestS3, startTestS3, type TestS3, testS3Needs } from "../../platform/storage/testing/test-s3.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { removeDeletedScanFiles } from "../scans/scan-attempts.service.ts";
import { announceFile, isSettled, makePointPly, waitForScan } from "../scans/testing/scan-fixtures.ts";
import { WireClient } from "../uploads/testing/upload-test-world.ts";

const original = Buffer.from(makePointPly(3_000));

describe.skipIf(!hasTestS3)(`a scan in an installation with files in S3 (${testS3Needs})`, () => {
  let s3: TestS3;
  let app: TestApp;
  let owner: TestPerson;
  let scan: Scan;
  let entryUrl: string;

  beforeAll(async () => {
    s3 = await startTestS3();
    app = await createTestApp({ config: { storageUrl: s3.url }, withJobs: true });
    owner = await app.buildPerson();
    const blueprint = await app.buildBlueprint(owner);
    const announced = await announceFile(owner, blueprint.id, "hall.ply", original);
    const wire = new WireClient(app.url, owner.asProgram);
    const session = await wire.open(announced.uploadName, original.length);
    const half = Math.floor(original.length / 2);
    await wire.upload(session, 0, original.subarray(0, half));
    await wire.upload(session, half, original.subarray(half), { finalize: true });
    scan = await waitForScan(owner.api, announced, isSettled);
    entryUrl = scan.delivery?.entryUrl ?? "";
  }, 60_000);
  afterAll(async () => {
    try {
      await app?.close();
    } finally {
      await s3?.stop();
    }
  });

  /** The bytes on the wire; `fetch` would decompress them. */
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      httpRequest(new URL(path, app.url + entryUrl), { headers }, (response) => {
        buffer(response).then(
          (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
          reject,
        );
      })
        .once("error", reject)
        .end();
    });
  const readLocations = async () => {
    const [row] = await app.context.db.select().from(scans).where(eq(scans.id, scan.id));
    return { originalKey: row!.originalKey!, deliveryPrefix: row!.deliveryPrefix!, files: row!.report!.delivery.files };
  };
  const storedKeys = async (prefix: string) => {
    const keys: string[] = [];
    for await (const { key } of app.context.storage.list(prefix)) keys.push(key);
    return keys;
  };

  it("is uploaded to the bucket, read from it and converted into it, and nothing stays on the disk", async () => {
    expect(scan).toMatchObject({ state: "ready", problem: null });
    expect(scan.report?.counts.points).toBe(3_000);
    const { deliveryPrefix, files } = await readLocations();
    const expected = files.map(({ path }) => `${deliveryPrefix}/${path}`).sort();
    expect(await storedKeys(`${deliveryPrefix}/`)).toEqual(expected);
    const { dataDir } = app.context.config;
    for (const folder of ["objects", "uploads"]) expect(existsSync(join(dataDir, folder)), folder).toBe(false);
    expect(readdirSync(join(dataDir, "work"))).toEqual([]);
  });

  it("is served as it was converted, byte for byte", async () => {
    const { deliveryPrefix, files } = await readLocations();
    for (const { path, sha256 } of files) {
      const { stream } = await app.context.storage.read(`${deliveryPrefix}/${path}`);
      const stored = await buffer(stream);
      expect(createHash("sha256").update(stored).digest("hex"), path).toBe(sha256);
      const isCompressed = path.endsWith(".br");
      const sent = await ask(isCompressed ? path.slice(0, -3) : path, { "accept-encoding": "br" });
      expect(sent.status, path).toBe(200);
      expect(sent.headers["content-encoding"], path).toBe(isCompressed ? "br" : undefined);
      expect(sent.bytes.equals(stored), path).toBe(true);
    }
  });

  it("is sent compressed to clients that accept it, and uncompressed to others", async () => {
    const packed = await ask(entryUrl, { "accept-encoding": "br" });
    expect(packed.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/json",
      "content-length": String(packed.bytes.length),
      vary: "accept-encoding",
    });
    const plain = await ask(entryUrl, { "accept-encoding": "gzip" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.bytes.equals(brotliDecompressSync(packed.bytes))).toBe(true);
    expect(JSON.parse(plain.bytes.toString())).toHaveProperty("root");
  });

  it("can be cached for long, is not sent again to clients that have it, and is served in parts", async () => {
    const preview = scan.delivery?.previewUrl ?? "";
    const whole = await ask(preview);
    expect(whole.headers["cache-control"]).toMatch(/^private, max-age=\d{5}, immutable$/);
    const again = await ask(preview, { "if-none-match": String(whole.headers.etag) });
    expect(again).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });

    const part = await ask(preview, { range: "bytes=8-11", "if-range": String(whole.headers.etag) });
    expect(part.status).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes 8-11/${whole.bytes.length}`);
    expect(part.bytes.toString("latin1")).toBe("WEBP");
    const tail = await ask(preview, { range: "bytes=-7" });
    expect(tail.bytes.equals(whole.bytes.subarray(-7))).toBe(true);
    expect((await ask(preview, { range: `bytes=${whole.bytes.length}-` })).status).toBe(416);
  });

  it("is missing for a forged address or another scan's, just like a file that does not exist", async () => {
    const [, , capability = "", ...rest] = entryUrl.split("/");
    const other = await announceFile(owner, scan.blueprintId, "other.ply", original);
    const answers = [
      `/files/x/${rest.join("/")}`,
      `/files/${capability}/deliveries/${other.id}/1/tileset.json`,
      `/files/${capability}/originals/${scan.id}`,
      new URL("missing.glb", app.url + entryUrl).pathname,
    ].map(async (path) => {
      const { status, headers, bytes } = await ask(path);
      const { code } = JSON.parse(bytes.toString()) as { code: string };
      return { status, code, isKept: /max-age/.test(headers["cache-control"] ?? "") };
    });
    for (const answer of await Promise.all(answers)) {
      expect(answer).toEqual({ status: 404, code: "not-found", isKept: false });
    }
  });

  it("is missing once its address has expired", async () => {
    expect((await ask(entryUrl)).status).toBe(200);
    const addressEndsMs = 7 * 3600 * 1000;
    app.clock.advance(addressEndsMs);
    expect((await ask(entryUrl)).status).toBe(404);
    app.clock.advance(-addressEndsMs);
  });

  it("returns its original, and leaves the bucket when its time in the bin is over", async () => {
    const { url } = await owner.api(getOriginalUrl, { params: { scanId: scan.id } });
    expect((await ask(url)).bytes.equals(original)).toBe(true);
    const { deliveryPrefix, originalKey } = await readLocations();
    await owner.api(deleteScan, { params: { scanId: scan.id } });
    expect((await ask(url)).status).toBe(404);
    expect(await storedKeys(`${deliveryPrefix}/`)).not.toEqual([]);
    await removeDeletedScanFiles(app.context, scan.id);
    expect(await storedKeys(`${deliveryPrefix}/`)).toEqual([]);
    expect(await app.context.storage.head(originalKey)).toBeNull();
  });
});
