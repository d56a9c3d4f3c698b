import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { binBlueprint, listBlueprints, publishBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { createMedia, resolveMedia } from "@blueprint/contract/media";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import type { TeamRole } from "@blueprint/contract/roles";
import { deleteScan, getOriginalUrl, listScans } from "@blueprint/contract/scans";
import { changeMemberRole, leaveTeam, removeMember } from "@blueprint/contract/teams";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { announceFile, buildReadyScan, deliverOriginal, makePointPly } from "../scans/testing/scan-fixtures.ts";

let app: TestApp;
let owner: TestPerson;
let blueprintId: BlueprintId;
let scan: Awaited<ReturnType<typeof buildReadyScan>>;
let entryUrl: string;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.buildPerson();
  blueprintId = (await app.buildBlueprint(owner)).id;
  scan = await buildReadyScan(app, owner, blueprintId);
  const { scans } = await owner.api(listScans, { params: { blueprintId } });
  entryUrl = scans[0]?.delivery?.entryUrl ?? "";
});
afterAll(() => app.close());

const content = "0123456789 model.glb";
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(app.url + path, { headers, method });

describe("a converted file", () => {
  it("opens for anyone who has its address, with the headers a browser needs to cache it", async () => {
    const response = await get(entryUrl);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(content);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "model/gltf-binary",
      "content-length": String(content.length),
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(response.headers.has("set-cookie")).toBe(false);
  });

  it("may be cached only by its reader, and no longer than the address is valid", async () => {
    const cacheControl = (await get(entryUrl)).headers.get("cache-control") ?? "";
    expect(cacheControl).toMatch(/^private, max-age=\d+, immutable$/);
    const seconds = Number(/max-age=(\d+)/.exec(cacheControl)?.[1]);
    expect(seconds).toBeGreaterThan(5.9 * 3600);
    expect(seconds).toBeLessThanOrEqual(7 * 3600);
  });

  it.each([
    ["preview.webp", "image/webp"],
    ["tiles/0.bin", "application/octet-stream"],
    ["plan.svg", "image/svg+xml"],
  ])("next to the entry is reached relative to it: %s", async (path, contentType) => {
    const response = await fetch(new URL(path, app.url + entryUrl));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(contentType);
    expect(await response.text()).toBe(`0123456789 ${path}`);
  });

  it("is sent in parts", async () => {
    const part = await get(entryUrl, { range: "bytes=2-4" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 2-4/${content.length}`);
    expect(part.headers.get("content-length")).toBe("3");
    expect(await part.text()).toBe("234");
    expect(await (await get(entryUrl, { range: "bytes=-3" })).text()).toBe("glb");
    const beyond = await get(entryUrl, { range: "bytes=1000-" });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe(`bytes */${content.length}`);
    const stale = await get(entryUrl, { range: "bytes=2-4", "if-range": '"another"' });
    expect(stale.status).toBe(200);
  });

  it("is described without being sent", async () => {
    const response = await get(entryUrl, { range: "bytes=2-4" }, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(content.length));
    expect(await response.text()).toBe("");
  });

  it("is not sent again to clients that have it", async () => {
    const etag = (await get(entryUrl)).headers.get("etag") ?? "";
    for (const given of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      expect((await get(entryUrl, { "if-none-match": given })).status, given).toBe(304);
    }
    expect((await get(entryUrl, { "if-none-match": '"x"' })).status).toBe(200);
  });
});

describe("a converted file that is stored compressed", () => {
  const original = Buffer.from(`{"asset":{"version":"1.1"},"root":${"0".repeat(5000)}}`);
  let url: URL;
  beforeAll(async () => {
    const key = `${scan.deliveryPrefix}/tileset.json.br`;
    await app.context.storage.putBytes(key, brotliCompressSync(original), { contentType: "application/json" });
    url = new URL("tileset.json", app.url + entryUrl);
  });
  /** `fetch` decompresses by itself; this shows the bytes on the wire. */
  const ask = (encoding: string, method = "GET", path = "") =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const headers = { "accept-encoding": encoding };
      httpRequest(new URL(path, url), { method, headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(pieces) }),
        );
      })
        .on("error", reject)
        .end();
    });

  it("is sent as it is to clients that accept it", async () => {
    const { status, headers, bytes } = await ask("gzip, deflate, br");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/json",
      "content-length": String(bytes.length),
      vary: "accept-encoding",
      "cache-control": expect.stringContaining("immutable"),
    });
    expect(bytes.length).toBeLessThan(200);
    expect(brotliDecompressSync(bytes)).toEqual(original);
  });

  it.each(["gzip", "", "br;q=0"])("is decompressed for clients that do not (%j)", async (encoding) => {
    const { status, headers, bytes } = await ask(encoding);
    expect(status).toBe(200);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(bytes).toEqual(original);
    const told = await ask(encoding, "HEAD");
    expect(told.bytes).toHaveLength(0);
    expect(told.headers.etag).toBe(headers.etag);
    expect(headers.etag).not.toBe((await ask("br")).headers.etag);
  });

  it("does not hide a file that is stored uncompressed", async () => {
    const { headers, bytes } = await ask("br", "GET", "model.glb");
    expect(headers["content-encoding"]).toBeUndefined();
    expect(bytes.toString()).toBe(content);
  });
});

describe("an invalid address", () => {
  const answerOf = async (path: string) => {
    const response = await get(path);
    const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body, cacheable: /max-age/.test(response.headers.get("cache-control") ?? "") };
  };

  it("gets the same response whatever is wrong with it", async () => {
    const [, , capability = "", ...rest] = entryUrl.split("/");
    const path = rest.join("/");
    const other = await buildReadyScan(app, owner, blueprintId);
    const [expires, signature = "", mark] = capability.split(".");
    const later = (Number.parseInt(capability, 36) + 3_600_000).toString(36);
    const wrong = {
      "no capability": `/files/x/${path}`,
      "a forged signature": `/files/${expires}.${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}.${mark}/${path}`,
      "another way to write the person": `/files/${capability.slice(0, -1)}${capability.endsWith("A") ? "B" : "A"}/${path}`,
      "no person": `/files/${expires}.${signature}/${path}`,
      "a prolonged one": `/files/${later}.${signature}.${mark}/${path}`,
      "another scan's": `/files/${capability}/${other.deliveryPrefix}/model.glb`,
      "another attempt's": `/files/${capability}/deliveries/${scan.id}/2/model.glb`,
      "a missing file": `/files/${capability}/deliveries/${scan.id}/1/missing.glb`,
      "a folder": `/files/${capability}/deliveries/${scan.id}/1/tiles`,
      "the folder itself": `/files/${capability}/deliveries/${scan.id}/1/`,
      "an attempt written otherwise": `/files/${capability}/deliveries/${scan.id}/01/model.glb`,
      "no id": `/files/${capability}/deliveries/x/1/model.glb`,
      "the original of the scan": `/files/${capability}/originals/${scan.id}`,
    };
    const expected = await answerOf(`/files/x/${path}`);
    expect(expected).toMatchObject({ status: 404, body: { code: "not-found" }, cacheable: false });
    for (const [what, address] of Object.entries(wrong)) expect(await answerOf(address), what).toEqual(expected);
  });

  it.each([
    "..%2f1%2fmodel.glb",
    "%2e%2e/%2e%2e/secrets.json",
    "..%5c..%5csecrets.json",
    "tiles/..%2f..%2f..%2fsecrets.json",
    "%00",
    "model.glb%00.webp",
    ".temporary/x",
    "%2fetc%2fpasswd",
    "%E0%A4%A",
  ])("does not lead out of its folder: %s", async (path) => {
    const base = entryUrl.slice(0, entryUrl.lastIndexOf("/"));
    // `fetch` would normalise the path before sending it.
    const { request } = await import("node:http");
    const { hostname, port } = new URL(app.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request({ hostname, port, path: `${base}/${path}` }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once("error", reject)
        .end();
    });
    expect([400, 404]).toContain(status);
  });

  it("was valid until it expired", async () => {
    const moved = await createTestApp();
    try {
      const person = await moved.buildPerson();
      const place = (await moved.buildBlueprint(person)).id;
      await buildReadyScan(moved, person, place);
      const { scans } = await person.api(listScans, { params: { blueprintId: place } });
      const address = moved.url + scans[0]?.delivery?.entryUrl;
      expect((await fetch(address)).status).toBe(200);
      moved.clock.advance(7 * 3600 * 1000 + 1);
      expect((await fetch(address)).status).toBe(404);
    } finally {
      await moved.close();
    }
  });
});

describe("a removed scan, and the contents of a bin", () => {
  const minuteMs = 60_000;
  const addressesOf = async (place: BlueprintId) => {
    const { scans } = await owner.api(listScans, { params: { blueprintId: place } });
    const bytes = makePointPly(8);
    const sent = await announceFile(owner, place, "a.ply", bytes);
    await deliverOriginal(app.context, sent, bytes);
    const original = await owner.api(getOriginalUrl, { params: { scanId: sent.id } });
    return [scans[0]?.delivery?.entryUrl ?? "", original.url];
  };

  it.each([
    [
      "the scan",
      async (place: BlueprintId) => {
        for (const { id } of (await owner.api(listScans, { params: { blueprintId: place } })).scans)
          await owner.api(deleteScan, { params: { scanId: id } });
      },
    ],
    [
      "its blueprint",
      async (place: BlueprintId) => void (await owner.api(binBlueprint, { params: { blueprintId: place } })),
    ],
  ])("has no file addresses ten minutes later: %s", async (_, remove) => {
    const place = (await app.buildBlueprint(owner)).id;
    await buildReadyScan(app, owner, place);
    const addresses = await addressesOf(place);
    for (const address of addresses) expect((await get(address)).status).toBe(200);
    await remove(place);
    app.clock.advance(2 * minuteMs);
    for (const address of addresses) expect((await get(address)).status).toBe(404);
    app.clock.advance(-2 * minuteMs);
  });
});

describe("a person who has lost the right", () => {
  const minuteMs = 60_000;
  /** A member with URLs of a scan's file, its dashboard picture, a team file and the place as staff see it. */
  const buildHolder = async (role: TeamRole = "viewer") => {
    const place = await app.buildBlueprint(owner);
    await buildReadyScan(app, owner, place.id);
    const params = { blueprintId: place.id };
    const stored = await owner.api(createMedia, { params, body: { name: "a.txt", text: "hello", format: "raw" } });
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "team" } });
    const holder = await app.buildMember(owner.personalTeamId, role);
    const addressesOf = async ({ api }: TestPerson) => {
      const { scans } = await api(listScans, { params });
      const { blueprints } = await api(listBlueprints, { query: { teamId: owner.personalTeamId, limit: 1 } });
      const { urls } = await api(resolveMedia, { params, body: { fileIds: [stored.fileId] } });
      const published = await api(getPublishedBlueprint, { params: { slug: place.slug }, query: {} });
      return [
        scans[0]?.delivery?.entryUrl ?? "",
        blueprints[0]?.coverUrl ?? "",
        urls[stored.fileId] ?? "",
        published.scans[0]?.delivery.entryUrl ?? "",
      ];
    };
    // The owner asks first, so that a cached response could leak to the other member.
    const [ofOwner, ofHolder] = [await addressesOf(owner), await addressesOf(holder)];
    return { holder, ofOwner, ofHolder, addressesOf };
  };
  const statuses = (addresses: string[]) => Promise.all(addresses.map(async (address) => (await get(address)).status));
  const team = () => ({ teamId: owner.personalTeamId });
  const all = (status: number) => [status, status, status, status];

  it.each<[string, (holder: TestPerson) => Promise<unknown>]>([
    ["is removed from the team", ({ userId }) => owner.api(removeMember, { params: { ...team(), userId } })],
    ["leaves it", ({ api }) => api(leaveTeam, { params: team() })],
    [
      "may no longer see its blueprints",
      ({ userId }) => owner.api(changeMemberRole, { params: { ...team(), userId }, body: { role: "scanner" } }),
    ],
    [
      "has a disabled account",
      ({ userId }) => app.context.sql`update auth_users set disabled_at = now() where id = ${userId}`,
    ],
    ["has deleted the account", ({ userId }) => app.context.sql`delete from auth_users where id = ${userId}`],
  ])("cannot use the addresses they have, within ten minutes, when this person %s", async (_, lose) => {
    const { holder, ofOwner, ofHolder } = await buildHolder();
    expect(await statuses(ofHolder)).toEqual(all(200));
    await lose(holder);
    app.clock.advance(2 * minuteMs);
    expect(await statuses(ofHolder)).toEqual(all(404));
    expect(await statuses(ofOwner), "nobody else is disturbed").toEqual(all(200));
    app.clock.advance(-2 * minuteMs);
  });

  it("gets no other person's address, and cannot read one with a changed name in it", async () => {
    const { holder, ofOwner, ofHolder, addressesOf } = await buildHolder();
    const again = await addressesOf(owner);
    expect(again).toEqual(ofOwner);
    for (const [index, address] of ofHolder.entries()) {
      const [theirs = "", mine = ""] = [ofOwner[index], address].map((one) => one?.split("/")[2]);
      expect(theirs).not.toBe(mine);
      // The same expiry and signature, followed by the other user's id.
      const mixed = mine.split(".").slice(0, 2).concat(theirs.split(".").slice(2)).join(".");
      expect((await get(address.replace(mine, mixed))).status).toBe(404);
    }
    expect(holder.userId).not.toBe(owner.userId);
  });

  it("cannot open originals once the role doesn't allow it", async () => {
    const { holder } = await buildHolder("editor");
    const bytes = makePointPly(8);
    const sent = await announceFile(owner, blueprintId, "a.ply", bytes);
    await deliverOriginal(app.context, sent, bytes);
    const { url } = await holder.api(getOriginalUrl, { params: { scanId: sent.id } });
    expect((await get(url)).status).toBe(200);
    const params = { ...team(), userId: holder.userId };
    await owner.api(changeMemberRole, { params, body: { role: "viewer" } });
    app.clock.advance(2 * minuteMs);
    expect((await get(url)).status).toBe(404);
    app.clock.advance(-2 * minuteMs);
  });
});

describe("an original", () => {
  it("is returned byte for byte under its own name, in parts on request", async () => {
    const bytes = makePointPly(50);
    const fileName = `Zürich "hall" (1);.ply`;
    const sent = await announceFile(owner, blueprintId, fileName, bytes);
    await deliverOriginal(app.context, sent, bytes);
    const { url } = await owner.api(getOriginalUrl, { params: { scanId: sent.id } });
    const response = await get(url);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    const disposition = response.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename="[A-Za-z0-9._ -]+"; filename\*=UTF-8''[A-Za-z0-9._%!~-]+$/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? "")).toBe(fileName);
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("cache-control")).toMatch(/^private, /);
    const part = await get(url, { range: "bytes=0-2" });
    expect([part.status, await part.text()]).toEqual([206, "ply"]);
    await owner.api(deleteScan, { params: { scanId: sent.id } });
    expect((await get(url)).status).toBe(404);
  });

  it("has no address before it is complete", async () => {
    const sent = await announceFile(owner, blueprintId, "a.ply", makePointPly(8));
    await expect(owner.api(getOriginalUrl, { params: { scanId: sent.id } })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
