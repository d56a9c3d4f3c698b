import { listAuditEvents } from "@blueprint/contract/audit";
import { publishBlueprint } from "@blueprint/contract/blueprints";
import type { SignId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { listLinkTargets, listShortLinks } from "@blueprint/contract/short-links";
import {
  addSigns,
  changeSign,
  getSignHistory,
  listSigns,
  putSignPhoto,
  removeSignPhoto,
  replaceSign,
  type SignFilter,
} from "@blueprint/contract/signs";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";
import { addUses } from "../short-links/short-links.repository.ts";
import { noteSheets } from "./signs.service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const place = { kind: "place" } as const;

async function buildPlace() {
  const owner = await app.buildPerson();
  const { id: blueprintId } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, blueprintId);
  const doc = new Y.Doc();
  addAnchor(doc, buildAnchor({ id: "door", title: "North door" }));
  const update = Y.encodeStateAsUpdate(doc);
  await storeSceneUpdates(app.context, blueprintId, [{ update, authorId: owner.userId, changeCount: 1 }]);
  await owner.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "unlisted" } });
  const params = { blueprintId };
  const add = async (...spots: string[]) =>
    (await owner.api(addSigns, { params, body: { signs: spots.map((spot) => ({ spot, target: place })) } })).signs;
  const list = (query: { filter?: SignFilter; search?: string; cursor?: number; limit?: number } = {}) =>
    owner.api(listSigns, { params, query });
  const numbers = async (filter: SignFilter) => (await list({ filter })).signs.map(({ number }) => number);
  const change = (signId: SignId, body: Parameters<typeof owner.api<typeof changeSign>>[1]["body"]) =>
    owner.api(changeSign, { params: { ...params, signId }, body });
  const replace = (signId: SignId, body: Parameters<typeof owner.api<typeof replaceSign>>[1]["body"]) =>
    owner.api(replaceSign, { params: { ...params, signId }, body });
  const history = async (signId: SignId) => (await owner.api(getSignHistory, { params: { ...params, signId } })).events;
  const print = (...signIds: SignId[]) =>
    app.context.db.transaction((tx) => noteSheets(tx, app.context, { blueprintId, signIds, userId: owner.userId }));
  const scan = (linkId: string, lastAt = app.context.clock.now()) =>
    addUses(app.context.db, [{ id: linkId, count: 1, lastAt }]);
  return { owner, blueprintId, params, add, list, numbers, change, replace, history, print, scan };
}

describe("signs", () => {
  it("have numbers and codes of their own, and aren't among the short links", async () => {
    const { owner, params, add, list } = await buildPlace();
    await add("Entrance", "Lift");
    const [third] = await add("Shop");
    const { signs, counts, total } = await list();
    expect(signs.map(({ number, link }) => [number, link.label])).toEqual([
      [1, "Entrance"],
      [2, "Lift"],
      [3, "Shop"],
    ]);
    expect(new Set(signs.map(({ link }) => link.code)).size).toBe(3);
    expect(third).toMatchObject({ number: 3, state: "to-print", title: "", hungAt: null, sheetMadeAt: null });
    expect(total).toBe(3);
    expect(counts).toMatchObject({ all: 3, "to-print": 3, "to-hang": 0, hung: 0, quiet: 0, retired: 0 });
    expect((await owner.api(listShortLinks, { params })).links).toEqual([]);
  });

  it("are added all or not at all", async () => {
    const { owner, params, list } = await buildPlace();
    const signs = [
      { spot: "Door", target: { kind: "anchor" as const, value: "door" } },
      { spot: "Nowhere", target: { kind: "anchor" as const, value: "gone" } },
    ];
    await expect(owner.api(addSigns, { params, body: { signs } })).rejects.toMatchObject({
      code: "invalid-input",
      fields: { target: "This blueprint has no such anchor." },
    });
    expect((await list()).total).toBe(0);
  });

  it("are limited in number for each blueprint", async () => {
    const { blueprintId, add } = await buildPlace();
    await add("First");
    await app.context
      .sql`update signs set number = ${limits.signsPerBlueprintMax - 1} where blueprint_id = ${blueprintId}`;
    await expect(add("A", "B")).rejects.toMatchObject({ code: "signs-too-many" });
    await expect(add("A")).resolves.toHaveLength(1);
  });

  it("can open what the draft has", async () => {
    const { owner, params } = await buildPlace();
    const { targets } = await owner.api(listLinkTargets, { params });
    expect(targets).toEqual([{ kind: "anchor", value: "door", name: "North door" }]);
  });

  it("are found by spot, title, storey, code and number, and listed page by page", async () => {
    const { add, change, list } = await buildPlace();
    const [, lift] = await add("100% Entrance", "Lift", "Shop");
    await change(lift!.id, { title: "Going up", storey: "Level 1" });
    const find = async (search: string) => (await list({ search })).signs.map(({ number }) => number);
    expect(await find("100%")).toEqual([1]);
    expect(await find("%")).toEqual([1]);
    expect(await find("going UP")).toEqual([2]);
    expect(await find("level 1")).toEqual([2]);
    expect(await find(`${lift!.link.code.slice(0, 4)} ${lift!.link.code.slice(4).toLowerCase()}`)).toEqual([2]);
    expect(await find("#003")).toEqual([3]);
    expect(await find("'; drop table signs; --")).toEqual([]);
    const first = await list({ limit: 2 });
    expect(first.nextCursor).toBe("2");
    const second = await list({ limit: 2, cursor: Number(first.nextCursor) });
    expect(second.signs.map(({ number }) => number)).toEqual([3]);
    expect(second.nextCursor).toBeNull();
  });

  it("hang from their first scan after a sheet was made", async () => {
    const { add, list, numbers, print, scan } = await buildPlace();
    const [door] = await add("Door", "Lift");
    await scan(door!.link.id);
    expect(await numbers("to-print")).toEqual([1, 2]);
    await print(door!.id);
    expect(await numbers("to-hang")).toEqual([1]);
    const now = app.context.clock.now().getTime();
    await scan(door!.link.id, new Date(now + 1_000));
    await scan(door!.link.id, new Date(now + 9_000));
    const [hung] = (await list({ filter: "hung" })).signs;
    expect(hung).toMatchObject({ number: 1, state: "hung", link: { useCount: 3 } });
    expect(Date.parse(hung!.link.lastUsedAt!) - Date.parse(hung!.hungAt!)).toBe(8_000);
  });

  it("are missed when nobody has scanned them for 30 days", async () => {
    const { add, numbers, print, scan, blueprintId } = await buildPlace();
    const [door] = await add("Door", "Lift");
    await print(door!.id);
    await scan(door!.link.id, new Date(app.context.clock.now().getTime() + 1_000));
    expect(await numbers("quiet")).toEqual([]);
    await app.context
      .sql`update short_links set last_used_at = now() - interval '31 days' where blueprint_id = ${blueprintId} and last_used_at is not null`;
    expect(await numbers("quiet")).toEqual([1]);
  });

  it("keep their code, scans and history when they are replaced", async () => {
    const { owner, add, list, replace, history, print, scan } = await buildPlace();
    const [door] = await add("Door");
    await print(door!.id);
    await scan(door!.link.id, new Date(app.context.clock.now().getTime() + 1_000));
    const replaced = await replace(door!.id, { reason: "damaged", note: "Rain" });
    expect(replaced).toMatchObject({ state: "to-print", hungAt: null, link: { code: door!.link.code, useCount: 1 } });
    await print(door!.id);
    expect((await list()).signs[0]).toMatchObject({ state: "to-hang" });
    await scan(door!.link.id, new Date(app.context.clock.now().getTime() + 5_000));
    expect((await list()).signs[0]).toMatchObject({ state: "hung", link: { useCount: 2 } });
    const events = await history(door!.id);
    expect(events.map(({ kind }) => kind).sort()).toEqual([
      "added",
      "hung",
      "hung",
      "replaced",
      "sheet-made",
      "sheet-made",
    ]);
    expect(events.find(({ kind }) => kind === "replaced")).toMatchObject({ reason: "damaged", note: "Rain" });
    expect(events.at(-1)).toMatchObject({ kind: "added" });
    const { events: audit } = await owner.api(listAuditEvents, {
      params: { teamId: owner.personalTeamId },
      query: { action: "sign" },
    });
    expect(audit.map(({ action }) => action)).toEqual(["sign.replaced", "sign.added"]);
  });

  it("wait for their first scan again when they were marked as hung by mistake", async () => {
    const { add, list, replace, print, scan } = await buildPlace();
    const [door] = await add("Door");
    await print(door!.id);
    await scan(door!.link.id, new Date(app.context.clock.now().getTime() + 10));
    await replace(door!.id, { reason: "not-hung" });
    expect((await list()).signs[0]).toMatchObject({ state: "to-hang", hungAt: null });
    await scan(door!.link.id, new Date(app.context.clock.now().getTime() + 1_000));
    expect((await list()).signs[0]).toMatchObject({ state: "hung" });
  });

  it("can be retargeted, retired and put back", async () => {
    const { add, change, numbers } = await buildPlace();
    const [door] = await add("Door");
    const moved = await change(door!.id, { spot: "North door", target: { kind: "anchor", value: "door" } });
    expect(moved.link).toMatchObject({ label: "North door", target: { kind: "anchor", value: "door" } });
    expect(await change(door!.id, { retired: { message: "Gone" } })).toMatchObject({ state: "retired" });
    expect(await numbers("retired")).toEqual([1]);
    expect(await change(door!.id, { retired: null })).toMatchObject({ state: "to-print" });
  });

  it("have a photo without its metadata, for people who may see the blueprint", async () => {
    const { owner, params, add } = await buildPlace();
    const [door] = await add("Door");
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
      .withExif({ IFD0: { Copyright: "secret" } })
      .jpeg()
      .toBuffer();
    const url = `${app.url}${putSignPhoto.url.replace(":blueprintId", params.blueprintId).replace(":signId", door!.id)}`;
    const send = (body: Uint8Array<ArrayBuffer>, cookie = owner.cookie) =>
      fetch(url, { method: "PUT", headers: { cookie, "content-type": "image/jpeg" }, body });
    const answer = await send(new Uint8Array(photo));
    expect(answer.status).toBe(200);
    const { photoUrl } = (await answer.json()) as { photoUrl: string };
    const file = await fetch(`${app.url}${photoUrl}`);
    expect(file.headers.get("content-type")).toBe("image/webp");
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.includes("secret")).toBe(false);
    expect((await fetch(`${app.url}${photoUrl.replace(/\/files\/[^/]+/, "/files/x.y")}`)).status).toBe(404);
    expect((await send(new TextEncoder().encode("<svg/>"))).status).toBe(415);
    const stranger = await app.buildPerson();
    expect((await send(new Uint8Array(photo), stranger.cookie)).status).toBe(404);
    const without = await owner.api(removeSignPhoto, { params: { ...params, signId: door!.id } });
    expect(without.photoUrl).toBeNull();
  });
});
