import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAuditEvents } from "@blueprint/contract/audit";
import { publishBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import { listNotifications } from "@blueprint/contract/notifications";
import { changeSharing } from "@blueprint/contract/sharing";
import { readShortCode, toShortCode } from "@blueprint/contract/short-code";
import {
  changeShortLink,
  createShortLink,
  listShortLinks,
  resolveShortLink,
  type ShortLinkTarget,
} from "@blueprint/contract/short-links";
import { addAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { buildContext, startApp } from "../../app-runtime.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";

const dist = mkdtempSync(join(tmpdir(), "blueprint-dist-"));
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1";
let app: TestApp;

beforeAll(async () => {
  writeFileSync(join(dist, "embed.html"), "<!doctype html><title>Blueprint</title>");
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>Blueprint</title>");
  writeFileSync(join(dist, "place.html"), "<!doctype html><title>Blueprint</title>");
  app = await createTestApp({ webDistDir: dist });
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

async function buildPlace(visibility: "unlisted" | "team" = "unlisted") {
  const owner = await app.buildPerson();
  const { id: blueprintId, slug } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, blueprintId);
  const doc = new Y.Doc();
  const edit = async (change: (doc: Y.Doc) => void) => {
    const before = Y.encodeStateVector(doc);
    change(doc);
    const update = Y.encodeStateAsUpdate(doc, before);
    await storeSceneUpdates(app.context, blueprintId, [{ update, authorId: owner.userId, changeCount: 1 }]);
  };
  await edit((own) => {
    addAnchor(own, buildAnchor({ id: "door" }));
    addAnchor(own, buildAnchor({ id: "safe", audiences: ["staff"] }));
  });
  const params = { blueprintId };
  let version = 0;
  const release = () => owner.api(publishBlueprint, { params, body: { basedOnVersion: version++, visibility } });
  await release();
  const make = (target: ShortLinkTarget = { kind: "place" }, more: { label?: string; expiresAt?: string } = {}) =>
    owner.api(createShortLink, { params, body: { target, ...more } });
  const change = (id: string, body: Parameters<typeof owner.api<typeof changeShortLink>>[1]["body"]) =>
    owner.api(changeShortLink, { params: { ...params, shortLinkId: id }, body });
  const list = async (person: TestPerson = owner) => (await person.api(listShortLinks, { params })).links;
  return { owner, params, slug, edit, release, make, change, list };
}

let networks = 0;
/** Each call comes from a network of its own, unless one is given. */
async function follow(code: string, headers: Record<string, string> = {}, more = "", method: "GET" | "HEAD" = "GET") {
  const remoteAddress = headers.from ?? `10.${(networks >> 8) & 255}.${networks++ & 255}.1`;
  const answer = await app.app.inject({
    method,
    url: `/go?c=${encodeURIComponent(code)}${more}`,
    headers: { host: new URL(app.url).host, "user-agent": phone, ...headers },
    remoteAddress,
  });
  return { status: answer.statusCode, location: withoutCode(answer.headers.location), headers: answer.headers };
}
/** The page takes the code, for which its visit counts, out of its address. */
const withoutCode = (location: string | undefined) => location?.replace(/&c=[2-9A-Z]{8}/, "");
const resolve = (code: string) => app.anonymous(resolveShortLink, { params: { code } });
/** A code that doesn't exist, with the right check character. */
const unknown = (index: number) =>
  toShortCode(`222${["2", "3", "4", "5"][index >> 6]}2${"23456789"[(index >> 3) & 7]}${"23456789"[index & 7]}`);

describe("a short link", () => {
  it("opens the place, or what it leads to, however its code is typed", async () => {
    const { slug, make } = await buildPlace();
    const { code } = await make();
    expect(readShortCode(code)).toBe(code);
    const answer = await follow(code);
    expect(answer).toMatchObject({ status: 302, location: `/webxr?b=${slug}` });
    expect(answer.headers.location).toBe(`/webxr?b=${slug}&c=${code}`);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect((await follow(`${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`)).location).toBe(`/webxr?b=${slug}`);
    expect((await follow(code, {}, "&lang=de")).location).toBe(`/webxr?b=${slug}&lang=de`);
    expect((await follow(code, {}, "&lang=https://evil.example")).location).toBe(`/webxr?b=${slug}`);

    const camera = "walk,9.4,1.6,-11.61,9.1,1.45,6;card=door";
    for (const [target, search] of [
      [{ kind: "anchor", value: "door" }, "anchor=door"],
      [{ kind: "storey", value: "1" }, "storey=1"],
      [{ kind: "camera", value: camera }, new URLSearchParams({ camera }).toString()],
    ] as const)
      expect((await follow((await make(target)).code)).location).toBe(`/webxr?b=${slug}&${search}`);
  });

  it("says where it leads to pages of other sites, which embed what it opens", async () => {
    const { slug, make } = await buildPlace();
    const { code } = await make();
    const { headers, status } = await fetch(`${app.url}/api/short-links/${code}`, {
      headers: { origin: "https://museum.example" },
    });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(await resolve(code)).toEqual({ state: "open", path: `/webxr?b=${slug}` });
  });

  it("leads elsewhere at once when it is retargeted, and keeps its code", async () => {
    const { slug, make, change, owner } = await buildPlace();
    const link = await make({ kind: "anchor", value: "door" }, { label: "Entrance" });
    const changed = await change(link.id, { target: { kind: "storey", value: "0" } });
    expect(changed).toMatchObject({ code: link.code, label: "Entrance", target: { kind: "storey", value: "0" } });
    expect((await follow(link.code)).location).toBe(`/webxr?b=${slug}&storey=0`);
    const { events } = await owner.api(listAuditEvents, {
      params: { teamId: owner.personalTeamId },
      query: { action: "short-link" },
    });
    expect(events.map(({ action, details }) => [action, details])).toEqual([
      ["short-link.changed", { code: link.code, label: "Entrance", target: "storey 0" }],
      ["short-link.created", { code: link.code, label: "Entrance", target: "anchor door" }],
    ]);
  });

  it("expires, is retired with a message, and works again when that is taken back", async () => {
    const { slug, make, change } = await buildPlace();
    const link = await make();
    const inAnHour = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    await change(link.id, { expiresAt: inAnHour });
    expect((await follow(link.code)).status).toBe(302);
    app.clock.advance(3_600_000);
    expect((await follow(link.code)).status).toBe(410);
    expect(await resolve(link.code)).toEqual({ state: "expired" });

    await change(link.id, { expiresAt: null, retired: { message: "The show <b>ended</b>." } });
    expect((await follow(link.code)).status).toBe(410);
    expect(await resolve(link.code)).toEqual({ state: "retired", message: "The show <b>ended</b>." });
    await change(link.id, { retired: null });
    expect(await resolve(link.code)).toEqual({ state: "open", path: `/webxr?b=${slug}` });
  });

  it("reveals nothing of a place that isn't open, and opens it for those who may", async () => {
    const { slug, make, owner, params } = await buildPlace();
    const { code } = await make();
    await owner.api(changeSharing, { params, body: { visibility: "team" } });
    const { cookie: stranger } = await app.buildPerson();
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const aSecondLater = () => app.clock.advance(1_000);
    aSecondLater();
    for (const headers of [{}, { cookie: stranger }])
      expect(await follow(code, headers)).toMatchObject({ status: 404, location: undefined });
    expect(await resolve(code)).toEqual({ state: "closed" });
    expect((await follow(code, { cookie: viewer.cookie })).location).toBe(`/webxr?b=${slug}`);
    await owner.api(unpublishBlueprint, { params });
    aSecondLater();
    expect((await follow(code, { cookie: owner.cookie })).status).toBe(404);
  });

  it("survives its blueprint, whose code nobody gets again", async () => {
    const { make, params } = await buildPlace();
    const { code } = await make();
    await app.context.sql`delete from blueprints where id = ${params.blueprintId}`;
    app.clock.advance(1_000);
    expect(await resolve(code)).toEqual({ state: "closed" });
    await expect(
      app.context.sql`insert into short_links (id, code, label, target_kind, target_value, created_at)
        values (gen_random_uuid(), ${code}, '', 'place', '', now())`,
    ).rejects.toThrow(/unique/);
  });
});

describe("bad input and strangers", () => {
  it("is refused with the field's name, and nothing is created", async () => {
    const { make, list } = await buildPlace();
    for (const target of [
      { kind: "anchor", value: "nowhere" },
      { kind: "view", value: "door" },
      { kind: "tour", value: "door" },
      { kind: "storey", value: "-1" },
      { kind: "camera", value: "https://evil.example" },
      { kind: "anchor", value: "" },
      { kind: "anchor", value: "x".repeat(2_001) },
      { kind: "url", value: "https://evil.example" },
    ])
      await expect(make(target as ShortLinkTarget), JSON.stringify(target)).rejects.toMatchObject({
        code: "invalid-input",
      });
    await expect(make({ kind: "place" }, { label: "two\nlines" })).rejects.toMatchObject({ code: "invalid-input" });
    expect(await list()).toEqual([]);
  });

  it("may lead to what only the draft has, or only the published version", async () => {
    const { make, edit } = await buildPlace();
    await edit((doc) => {
      addAnchor(doc, buildAnchor({ id: "new" }));
      removeAnchor(doc, "door");
    });
    expect(await make({ kind: "anchor", value: "new" })).toMatchObject({ problem: "target-missing" });
    expect(await make({ kind: "anchor", value: "door" })).toMatchObject({ problem: null });
  });

  it("links of another blueprint or team can't be changed", async () => {
    const [one, other] = [await buildPlace(), await buildPlace()];
    const link = await one.make();
    await expect(other.change(link.id, { label: "mine" })).rejects.toMatchObject({ code: "not-found" });
    expect((await one.list())[0]!.label).toBe("");
  });

  it("codes say whether they are mistyped or unknown; /go without a code is the app's page", async () => {
    const { code } = await (await buildPlace()).make();
    const wrong = code.slice(0, -1) + (code.endsWith("2") ? "3" : "2");
    expect(await resolve(wrong)).toEqual({ state: "mistyped" });
    expect((await follow(wrong)).status).toBe(404);
    expect(await resolve(unknown(1))).toEqual({ state: "unknown" });
    expect((await follow(unknown(1))).status).toBe(404);
    for (const path of ["/go", "/go?c=", "/go?c=a&c=b"]) expect((await fetch(app.url + path)).status).toBe(200);
  });

  it("slows down a network that guesses, which learns nothing meanwhile", async () => {
    const { code } = await (await buildPlace()).make();
    const from = "2001:db8:1:2::1";
    const statuses: number[] = [];
    for (let guess = 0; guess < 64; guess++) statuses.push((await follow(unknown(guess), { from })).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404));
    expect(statuses).toContain(429);
    // The same household, with a code that exists.
    expect((await follow(code, { from: "2001:db8:1:2::ffff" })).status).toBe(429);
    expect((await follow(code, { from: "2001:db8:1:3::1" })).status).toBe(302);
    app.clock.advance(61_000);
    expect((await follow(code, { from })).status).toBe(302);
  });
});

describe("uses", () => {
  it("are counted once each, without robots, previews and prefetching", async () => {
    const { make, list } = await buildPlace();
    const { code, id } = await make();
    const until = async (count: number) =>
      await expect
        .poll(async () => (await list()).find((link) => link.id === id)!.useCount, { timeout: 10_000 })
        .toBe(count);
    expect((await list())[0]).toMatchObject({ useCount: 0, lastUsedAt: null });
    await follow(code, {}, "", "HEAD");
    await follow(code, { "sec-purpose": "prefetch;prerender" });
    await follow(code, { purpose: "preview" });
    await follow(code, { "user-agent": "WhatsApp/2.23.20.0" });
    await follow(code, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });
    await follow(code, { "user-agent": "" });
    await resolve(code);
    await Promise.all(Array.from({ length: 20 }, () => follow(code)));
    await until(20);
    await follow(code);
    await until(21);
    expect((await list())[0]!.lastUsedAt).not.toBeNull();
  });

  it("are written when the server stops", async () => {
    const { make, list } = await buildPlace();
    const { code } = await make();
    const own = await buildContext({ ...app.context, clock: app.clock });
    const second = await startApp(own, { webDistDir: undefined, withJobs: false });
    const headers = { host: new URL(app.url).host, "user-agent": phone };
    await second.app.inject({ url: `/go?c=${code}`, headers });
    await second.stop();
    expect((await list())[0]!.useCount).toBe(1);
  });
});

describe("a target that is gone from the published version", () => {
  it("is shown in the list, and editors hear of it once", async () => {
    const { owner, slug, edit, release, make, list } = await buildPlace();
    const editor = await app.buildMember(owner.personalTeamId, "editor");
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const { code } = await make({ kind: "anchor", value: "door" }, { label: "Entrance" });
    await make({ kind: "anchor", value: "safe" });
    const hear = async ({ api }: TestPerson) =>
      (await api(listNotifications, { query: {} })).notifications.filter(({ kind }) => kind === "short-link-broken");
    // What staff alone see is not there for visitors.
    expect((await list()).map(({ problem }) => problem)).toEqual(["target-missing", null]);
    await edit((doc) => removeAnchor(doc, "door"));
    await release();
    expect((await list()).map(({ problem }) => problem)).toEqual(["target-missing", "target-missing"]);
    expect((await follow(code)).location).toBe(`/webxr?b=${slug}&anchor=door`);
    const [heard] = await hear(editor);
    expect(heard!.title).toBe("2 short links of Gallery no longer find their targets");
    expect(heard!.body).toContain(`Entrance (${code})`);
    expect(await hear(viewer)).toEqual([]);
    await release();
    expect(await hear(editor)).toHaveLength(1);
    await edit((doc) => addAnchor(doc, buildAnchor({ id: "door" })));
    await release();
    await edit((doc) => removeAnchor(doc, "door"));
    await release();
    expect((await hear(editor))[0]!.title).toBe("A short link of Gallery no longer finds its target");
    expect(await hear(owner)).toHaveLength(2);
  });
});
