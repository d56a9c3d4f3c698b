import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { changeAudienceLink } from "@blueprint/contract/audience-links";
import { publishBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { changeSharing } from "@blueprint/contract/sharing";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as Y from "yjs";
import { blueprintVersions } from "../../db/schema/blueprints.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";

const dist = mkdtempSync(join(tmpdir(), "blueprint-dist-"));
const hourMs = 3_600_000;
let app: TestApp;
let statements: string[] = [];

beforeAll(async () => {
  const head = `<title>Blueprint</title><meta name="description" content="Any page." />`;
  writeFileSync(join(dist, "embed.html"), "<!doctype html><title>Blueprint</title>");
  writeFileSync(join(dist, "index.html"), `<!doctype html><html><head>${head}</head></html>`);
  writeFileSync(
    join(dist, "place.html"),
    `<!doctype html><title>Blueprint</title><!-- place-head --><!-- place-poster -->`,
  );
  mkdirSync(join(dist, "assets"));
  app = await createTestApp({ webDistDir: dist });
  const send = pg.Client.prototype.query;
  // Every statement passes here on its way to the database.
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...asked: unknown[]) {
    const [first] = asked as [string | { text: string }];
    statements.push(typeof first === "string" ? first : first.text);
    return Reflect.apply(send, this, asked);
  });
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

/** The bytes on the wire; `fetch` would decompress them. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    httpRequest(app.url + path, { headers }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
        reject,
      );
    })
      .once("error", reject)
      .end();
  });

async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  // Earlier statements have finished.
  await app.context.sql`select 1`;
  statements = [];
  await work();
  // A new connection sets its time zone first.
  return statements.filter((statement) => !statement.startsWith("set time zone"));
}

async function buildPlace(visibility: "unlisted" | "public" | "team" = "unlisted") {
  const owner = await app.buildPerson();
  const { id, slug } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, id);
  const doc = new Y.Doc();
  addAnchor(doc, buildAnchor({ id: "counter", title: "The counter" }));
  const update = Y.encodeStateAsUpdate(doc);
  await storeSceneUpdates(app.context, id, [{ update, authorId: owner.userId, changeCount: 1 }]);
  const params = { blueprintId: id };
  const publish = (basedOnVersion: number) =>
    owner.api(publishBlueprint, { params, body: { basedOnVersion, visibility } });
  await publish(0);
  return { owner, id, params, slug, publish };
}

/** Changes what no visit should read again, so that another read would show. */
const renameVersionBehindItsBack = (id: string) =>
  app.context.db.update(blueprintVersions).set({ name: "Read again" }).where(eq(blueprintVersions.blueprintId, id));

const nameOf = (text: string): string => (JSON.parse(text) as PublishedBlueprint).name;
const nameInPage = (text: string): string =>
  nameOf(/<script type="application\/json" id="place">(.*?)<\/script>/.exec(text)?.[1] ?? "null");

describe("a published version", () => {
  it.each([
    ["its answer", (slug: string) => `/api/published/${slug}`, nameOf],
    ["its page", (slug: string) => `/webxr?b=${slug}`, nameInPage],
  ])("is read and built once: %s", async (_, toPath, toName) => {
    const { id, slug } = await buildPlace();
    const first = await ask(toPath(slug), { "accept-encoding": "br" });
    expect([first.status, first.headers["content-encoding"]]).toEqual([200, "br"]);
    await renameVersionBehindItsBack(id);
    for (const encoding of ["br", "gzip"]) {
      const again = await ask(toPath(slug), { "accept-encoding": encoding });
      expect(again.headers["content-encoding"]).toBe(encoding === "br" ? "br" : undefined);
      expect(again.headers.vary).toBe("accept-encoding, cookie");
      const text = (encoding === "br" ? brotliDecompressSync(again.bytes) : again.bytes).toString();
      expect(toName(text)).toBe("Gallery");
      if (encoding === "br") expect(again.bytes.equals(first.bytes)).toBe(true);
    }
  });

  it("costs a visitor one database query, for the response, the page and a missing place", async () => {
    const { slug } = await buildPlace();
    await ask(`/webxr?b=${slug}`);
    for (const path of [`/webxr?b=${slug}`, `/api/published/${slug}`, "/webxr?b=nowhere", "/api/published/nowhere"]) {
      expect(await listStatements(() => ask(path)), path).toHaveLength(1);
    }
    const crowd = await buildPlace();
    const visits = await listStatements(() =>
      Promise.all(Array.from({ length: 20 }, () => ask(`/webxr?b=${crowd.slug}`, { "accept-encoding": "br" }))),
    );
    // Each visit checks that the place is open to it; only one reads the version.
    expect(visits.filter((statement) => statement.includes("blueprint_versions"))).toHaveLength(1);
    expect(visits).toHaveLength(21);
  });

  it("is replaced by the next one once that is published, and gone once unpublished", async () => {
    const { owner, params, slug, publish } = await buildPlace("public");
    const look = async () => {
      const { status, bytes } = await ask(`/api/published/${slug}`);
      return [status, (JSON.parse(bytes.toString()) as { version?: number }).version];
    };
    expect(await look()).toEqual([200, 1]);
    await publish(1);
    expect(await look()).toEqual([200, 2]);
    await owner.api(changeSharing, { params, body: { visibility: "team" } });
    expect(await look()).toEqual([404, undefined]);
    await owner.api(changeSharing, { params, body: { visibility: "unlisted" } });
    expect(await look()).toEqual([200, 2]);
    await owner.api(unpublishBlueprint, { params });
    expect(await look()).toEqual([404, undefined]);
  });

  it("is never served from memory to someone who may not see it", async () => {
    const { owner, params, slug } = await buildPlace("unlisted");
    const { links } = await owner.api(changeAudienceLink, { params, body: { audience: "staff", to: "made" } });
    const seen = async (query: string, headers: Record<string, string> = {}) => {
      const { bytes } = await ask(`/api/published/${slug}${query}`, headers);
      const { audience, audiences, scans } = JSON.parse(bytes.toString()) as PublishedBlueprint;
      return { audience, audiences: audiences?.length, entryUrl: scans[0]?.delivery.entryUrl };
    };
    const everybody = async () => ({
      member: await seen("", { cookie: owner.cookie }),
      visitor: await seen(""),
      linked: await seen(`?key=${links[0]?.key}`),
    });
    const first = await everybody();
    expect(first).toMatchObject({
      member: { audience: "staff", audiences: 4 },
      visitor: { audience: undefined, audiences: undefined },
      linked: { audience: "staff", audiences: 2 },
    });
    expect(new Set(Object.values(first).map(({ entryUrl }) => entryUrl)).size).toBe(3);
    expect(await everybody()).toEqual(first);
  });

  it("has addresses that stay valid for hours, however long ago its response was built", async () => {
    const { slug } = await buildPlace();
    const readAddress = async () => {
      const { bytes } = await ask(`/api/published/${slug}`);
      return (JSON.parse(bytes.toString()) as PublishedBlueprint).scans[0]!.delivery.entryUrl;
    };
    const first = await readAddress();
    app.clock.advance(5 * hourMs);
    const later = await readAddress();
    app.clock.advance(5 * hourMs);
    expect([(await ask(first)).status, (await ask(later)).status]).toEqual([404, 200]);
    app.clock.advance(-10 * hourMs);
  });
});

describe("files of a place", () => {
  const minuteMs = 60_000;
  const addressOf = async (slug: string, person?: TestPerson, query = "") => {
    const headers = person === undefined ? {} : { cookie: person.cookie };
    const { bytes } = await ask(`/api/published/${slug}${query}`, headers);
    return (JSON.parse(bytes.toString()) as PublishedBlueprint).scans[0]!.delivery.entryUrl;
  };

  it.each([
    [
      "unpublishing",
      (place: Awaited<ReturnType<typeof buildPlace>>) => place.owner.api(unpublishBlueprint, { params: place.params }),
    ],
    [
      "closing it to visitors",
      ({ owner, params }: Awaited<ReturnType<typeof buildPlace>>) =>
        owner.api(changeSharing, { params, body: { visibility: "private" } }),
    ],
  ])("expire within ten minutes of %s, for visitors and people with a link", async (_, close) => {
    const place = await buildPlace("public");
    const { owner, params, slug } = place;
    const { links } = await owner.api(changeAudienceLink, { params, body: { audience: "robot", to: "made" } });
    const addresses = [await addressOf(slug), await addressOf(slug, undefined, `?key=${links[0]?.key}`)];
    for (const address of addresses) expect((await ask(address)).status).toBe(200);
    const kept = (await ask(addresses[0]!)).headers["cache-control"] ?? "";
    // A shared cache asks again soon enough to learn of it.
    expect(Number(/s-maxage=(\d+)/.exec(kept)?.[1]) + 60).toBeLessThanOrEqual(600);
    expect(kept).toMatch(/^public, .*immutable$/);
    await close(place);
    app.clock.advance(2 * minuteMs);
    for (const address of addresses) expect((await ask(address)).status).toBe(404);
    app.clock.advance(-2 * minuteMs);
  });

  it("that the current version does not show have no valid address any more", async () => {
    const { owner, id, slug, publish } = await buildPlace();
    const address = await addressOf(slug);
    const asMember = await addressOf(slug, owner);
    expect([(await ask(address)).status, (await ask(asMember)).status]).toEqual([200, 200]);
    await app.context.db.update(blueprintVersions).set({ scans: [] }).where(eq(blueprintVersions.blueprintId, id));
    await publish(1);
    await app.context.db.update(blueprintVersions).set({ scans: [] }).where(eq(blueprintVersions.blueprintId, id));
    app.clock.advance(2 * minuteMs);
    expect([(await ask(address)).status, (await ask(asMember)).status]).toEqual([404, 404]);
    app.clock.advance(-2 * minuteMs);
  });

  it("do not open under another place's name", async () => {
    const [first, second] = [await buildPlace(), await buildPlace()];
    const [one, other] = [await addressOf(first.slug), await addressOf(second.slug)];
    const placeOf = (address: string) => /\.v([\w-]{22})\//.exec(address)?.[1] ?? "none";
    expect((await ask(one.replace(placeOf(one), placeOf(other)))).status).toBe(404);
    expect((await ask(one.replace(`.v${placeOf(one)}`, `.m${placeOf(one)}`))).status).toBe(404);
    expect((await ask(one.replace(`.v${placeOf(one)}`, ""))).status).toBe(404);
    expect((await ask(one)).status).toBe(200);
  });
});
