import { listAuditEvents } from "@blueprint/contract/audit";
import {
  type Blueprint,
  binBlueprint,
  createBlueprint,
  getBlueprint,
  listBlueprints,
  moveBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import type { TeamRole } from "@blueprint/contract/roles";
import { getTeamUsage } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { removeBinnedBlueprints } from "./blueprints.jobs.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Change = Parameters<typeof change>[2];
const change = (
  api: TestPerson["api"],
  { id }: Pick<Blueprint, "id">,
  body: { name?: string; description?: string; place?: Blueprint["place"] },
) => api(updateBlueprint, { params: { blueprintId: id }, body });
const move = (api: TestPerson["api"], { id }: Pick<Blueprint, "id">, to: "archived" | "binned" | "restored") =>
  to === "binned"
    ? api(binBlueprint, { params: { blueprintId: id } })
    : api(moveBlueprint, { params: { blueprintId: id }, body: { to } });
const list = (
  person: TestPerson,
  query: { search?: string; state?: "open" | "draft" | "ready" | "binned"; limit?: number; cursor?: string } = {},
) => person.api(listBlueprints, { query: { teamId: person.personalTeamId, ...query } });

const reading: Record<TeamRole, string> = {
  owner: "ok",
  admin: "ok",
  editor: "ok",
  viewer: "ok",
  scanner: "not-found",
};
const editing: Record<TeamRole, string> = { ...reading, viewer: "forbidden" };
const deleting: Record<TeamRole, string> = { ...editing, editor: "forbidden" };

describe("who may do what with blueprints", () => {
  it.each([
    {
      name: "create",
      expected: editing,
      call: (api: TestPerson["api"], { teamId }: Blueprint) =>
        api(createBlueprint, { body: { teamId, name: "New", industry: "retail" } }),
    },
    {
      name: "list",
      expected: reading,
      call: (api: TestPerson["api"], { teamId }: Blueprint) => api(listBlueprints, { query: { teamId } }),
    },
    {
      name: "get",
      expected: reading,
      call: (api: TestPerson["api"], { id }: Blueprint) => api(getBlueprint, { params: { blueprintId: id } }),
    },
    {
      name: "update",
      expected: editing,
      call: (api: TestPerson["api"], place: Blueprint) => change(api, place, { name: "Changed" }),
    },
    {
      name: "archive",
      expected: editing,
      call: (api: TestPerson["api"], place: Blueprint) => move(api, place, "archived"),
    },
    {
      name: "restore",
      expected: editing,
      call: (api: TestPerson["api"], place: Blueprint) => move(api, place, "restored"),
    },
    {
      name: "bin",
      expected: deleting,
      call: (api: TestPerson["api"], place: Blueprint) => move(api, place, "binned"),
    },
  ])("$name", async ({ call, expected }) => {
    const owner = await app.buildPerson();
    const blueprint = await app.buildBlueprint(owner);
    for (const [role, answer] of Object.entries(expected) as [TeamRole, string][]) {
      const person = await app.buildMember(owner.personalTeamId, role);
      expect(await outcome(call(person.api, blueprint)), role).toBe(answer);
    }
    expect(await outcome(call((await app.buildPerson()).api, blueprint)), "another team").toBe("not-found");
    expect(await outcome(call(app.anonymous, blueprint)), "nobody").toBe("unauthenticated");
  });

  it("responds the same for unknown and invalid ids", async () => {
    const { api } = await app.buildPerson();
    for (const id of ["019a0000-0000-7000-8000-000000000000", "x", "\0"]) {
      const call = api(getBlueprint, { params: { blueprintId: id } });
      expect(await outcome(call)).toBe("not-found");
    }
  });
});

describe("a new blueprint", () => {
  it("is a draft with a readable address that cannot be guessed", async () => {
    const owner = await app.buildPerson();
    const made = await app.buildBlueprint(owner, { name: "Café “Röstwerk” №1" });
    expect(made).toMatchObject({
      state: "draft",
      visibility: "team",
      publishedVersion: null,
      latestVersion: 0,
      coverUrl: null,
      scanCount: 0,
      place: { address: "", latitude: null, longitude: null },
    });
    expect(made.slug).toMatch(/^cafe-rostwerk-no1-[a-z0-9]{6}$/);
    const twin = await app.buildBlueprint(owner, { name: "Café “Röstwerk” №1" });
    expect(twin.slug).not.toBe(made.slug);
    const { profile } = await owner.api(getMe, {});
    expect(profile.createdBlueprintIds).toEqual([made.id, twin.id]);
  });

  it("keeps HTML in every text as the text it is", async () => {
    const owner = await app.buildPerson();
    const html = `<img src=x onerror="alert('1')"> & &amp; </script>`;
    const made = await owner.api(createBlueprint, {
      body: {
        teamId: owner.personalTeamId,
        name: html,
        industry: "museum",
        description: `${html}\nsecond line`,
        place: { address: html, latitude: 47.4, longitude: -8.5 },
      },
    });
    const seen = await owner.api(getBlueprint, { params: { blueprintId: made.id } });
    expect(seen).toMatchObject({
      name: html,
      description: `${html}\nsecond line`,
      place: { address: html, latitude: 47.4, longitude: -8.5 },
    });
    const raw = await fetch(`${app.url}/api/blueprints/${made.id}`, { headers: { cookie: owner.cookie } });
    expect(raw.headers.get("content-type")).toMatch(/^application\/json/);
    expect(raw.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each<[string, Change, string]>([
    ["a name of 10,000 characters", { name: "x".repeat(10_000) }, "name"],
    ["U+0000 in its name", { name: "a\0b" }, "name"],
    ["an empty name", { name: "  " }, "name"],
    ["two lines as a name", { name: "a\nb" }, "name"],
    ["half a character", { name: "\uDC00" }, "name"],
    ["U+0000 in its description", { description: "a\0" }, "description"],
    ["a description of 10,000 characters", { description: "x".repeat(10_000) }, "description"],
    ["a latitude beyond a pole", { place: { address: "", latitude: 90.01, longitude: 0 } }, "place.latitude"],
    ["a latitude beyond the other", { place: { address: "", latitude: -91, longitude: 0 } }, "place.latitude"],
    ["a longitude past 180°", { place: { address: "", latitude: 0, longitude: 180.01 } }, "place.longitude"],
    ["a longitude past −180°", { place: { address: "", latitude: 0, longitude: -181 } }, "place.longitude"],
    // JSON has no NaN: programs send null instead.
    ["a latitude that is no number", { place: { address: "", latitude: Number.NaN, longitude: 0 } }, "place.longitude"],
    ["a latitude alone", { place: { address: "", latitude: 47, longitude: null } }, "place.longitude"],
    ["U+0000 in its address", { place: { address: "\0", latitude: null, longitude: null } }, "place.address"],
  ])("with %s is refused by field, and so is such a change", async (_, body, field) => {
    const owner = await app.buildPerson();
    const made = await app.buildBlueprint(owner);
    const refusal = { code: "invalid-input", status: 400, fields: { [field]: expect.any(String) } };
    await expect(change(owner.api, made, body)).rejects.toMatchObject(refusal);
    const creation = owner.api(createBlueprint, {
      body: { teamId: owner.personalTeamId, name: "Fine", industry: "museum", ...body },
    });
    await expect(creation).rejects.toMatchObject(refusal);
    expect((await list(owner)).blueprints).toEqual([made]);
  });

  it.each([
    ["1e999", "place.latitude"],
    ["-1e999", "place.latitude"],
    ['"47.4"', "place.latitude"],
    ["[47.4]", "place.latitude"],
  ])("does not accept %s as a latitude", async (latitude, field) => {
    const owner = await app.buildPerson();
    const made = await app.buildBlueprint(owner);
    const answer = await fetch(`${app.url}/api/blueprints/${made.id}`, {
      method: "PATCH",
      headers: { cookie: owner.cookie, "content-type": "application/json" },
      body: `{"place":{"address":"","latitude":${latitude},"longitude":8}}`,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "invalid-input", fields: { [field]: expect.any(String) } });
  });

  it("may be at the very edge of the globe, and its location can be removed", async () => {
    const owner = await app.buildPerson();
    const made = await app.buildBlueprint(owner);
    for (const place of [
      { address: "", latitude: 90, longitude: 180 },
      { address: "", latitude: -90, longitude: -180 },
      { address: "", latitude: 0, longitude: 0 },
      { address: "", latitude: null, longitude: null },
    ])
      expect(await change(owner.api, made, { place })).toMatchObject({ place });
  });

  it("is not created from anything but JSON", async () => {
    const owner = await app.buildPerson();
    const post = (body: string, type = "application/json") =>
      fetch(`${app.url}/api/blueprints`, {
        method: "POST",
        headers: { cookie: owner.cookie, "content-type": type },
        body,
      });
    const codes = await Promise.all(
      [post("{"), post("[]"), post("null"), post("<a/>", "text/xml"), post(`{"x":"${"y".repeat(2_000_000)}"}`)].map(
        async (answer) => ((await (await answer).json()) as { code: string }).code,
      ),
    );
    expect(codes).toEqual([
      "invalid-input",
      "invalid-input",
      "invalid-input",
      "unsupported-media-type",
      "payload-too-large",
    ]);
  });
});

describe("changing a blueprint", () => {
  it("changes the fields that were sent and nothing else", async () => {
    const owner = await app.buildPerson();
    const made = await app.buildBlueprint(owner);
    const place = { address: "Bahnhofstrasse 1", latitude: 47.37, longitude: 8.54 };
    await change(owner.api, made, { place });
    const changed = await change(owner.api, made, { description: "Two floors." });
    expect(changed).toEqual({ ...made, place, description: "Two floors.", updatedAt: expect.any(String) });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
  });
});

describe("concurrent readers", () => {
  it("each get what they may see, whoever else asks for what", async () => {
    const [ann, bob] = [await app.buildPerson(), await app.buildPerson()];
    const viewer = await app.buildMember(ann.personalTeamId, "viewer");
    const scanner = await app.buildMember(ann.personalTeamId, "scanner");
    const ofAnn = await app.buildBlueprint(ann, { name: "Ann's" });
    const ofBob = await app.buildBlueprint(bob, { name: "Bob's" });
    const told = async (answer: Promise<string>) => {
      const code = await outcome(answer);
      return code === "ok" ? await answer : code;
    };
    const get = ({ api }: TestPerson, { id }: Blueprint) =>
      told(api(getBlueprint, { params: { blueprintId: id } }).then(({ name }) => name));
    const names = async ({ api }: TestPerson, { teamId }: Blueprint, limit: number) => {
      const page = api(listBlueprints, { query: { teamId, limit } });
      return await told(page.then(({ blueprints, total }) => `${blueprints.map(({ name }) => name)} of ${total}`));
    };
    const another = await app.buildBlueprint(bob, { name: "Bob's newer" });
    const answers = await Promise.all(
      [ann, bob, viewer, scanner].flatMap((person) => [
        get(person, ofAnn),
        get(person, ofBob),
        names(person, ofAnn, 5),
        names(person, another, 1),
      ]),
    );
    expect(answers).toEqual([
      ...["Ann's", "not-found", "Ann's of 1", "not-found"],
      ...["not-found", "Bob's", "not-found", "Bob's newer of 2"],
      ...["Ann's", "not-found", "Ann's of 1", "not-found"],
      ...["not-found", "not-found", "not-found", "not-found"],
    ]);
  });
});

describe("the list of blueprints", () => {
  it("is paged, latest change first, without gaps or repeats while something changes", async () => {
    const owner = await app.buildPerson();
    const made: Blueprint[] = [];
    for (let index = 0; index < 7; index++) made.push(await app.buildBlueprint(owner, { name: `Place ${index}` }));
    const first = await list(owner, { limit: 3 });
    expect(first.blueprints.map(({ name }) => name)).toEqual(["Place 6", "Place 5", "Place 4"]);
    expect(first.total).toBe(7);
    await change(owner.api, made[5]!, { description: "moves to the front" });
    const second = await list(owner, { limit: 3, cursor: first.nextCursor ?? "" });
    const third = await list(owner, { limit: 3, cursor: second.nextCursor ?? "" });
    expect([...second.blueprints, ...third.blueprints].map(({ name }) => name)).toEqual(
      [3, 2, 1, 0].map((n) => `Place ${n}`),
    );
    expect(third.nextCursor).toBeNull();
    expect((await list(owner, { limit: 1 })).blueprints[0]?.name).toBe("Place 5");
  });

  it("finds by name and address, taking special characters literally", async () => {
    const owner = await app.buildPerson();
    const sale = await app.buildBlueprint(owner, { name: "50% Sale_Hall" });
    await change(owner.api, await app.buildBlueprint(owner, { name: "Other" }), {
      place: { address: "Sale Street", latitude: null, longitude: null },
    });
    await app.buildBlueprint(owner, { name: "500 more" });
    const names = async (search: string) => (await list(owner, { search })).blueprints.map(({ name }) => name).sort();
    expect(await names("sale")).toEqual(["50% Sale_Hall", "Other"]);
    expect(await names("50%")).toEqual([sale.name]);
    expect(await names("e_h")).toEqual([sale.name]);
    expect(await names("\\")).toEqual([]);
    expect(await names("' or 1=1 --")).toEqual([]);
    expect(await names(" ")).toHaveLength(3);
  });

  it("refuses invalid searches, pages and positions", async () => {
    const owner = await app.buildPerson();
    for (const query of [
      { search: "\0" },
      { cursor: "nonsense" },
      { limit: 0 },
      { limit: 101 },
      { search: "x".repeat(101) },
    ]) {
      expect(await outcome(list(owner, query)), JSON.stringify(query)).toBe("invalid-input");
    }
  });

  it("distinguishes the states and shows the picture of the first ready scan", async () => {
    const owner = await app.buildPerson();
    const [draft, ready, binned] = [
      await app.buildBlueprint(owner, { name: "draft" }),
      await app.buildBlueprint(owner, { name: "ready" }),
      await app.buildBlueprint(owner, { name: "binned" }),
    ];
    await buildReadyScan(app, owner, ready!.id);
    await move(owner.api, binned!, "binned");
    const names = async (state: "open" | "draft" | "ready" | "binned") =>
      (await list(owner, { state })).blueprints.map(({ name }) => name).sort();
    expect(await names("open")).toEqual(["draft", "ready"]);
    expect(await names("draft")).toEqual([draft!.name]);
    expect(await names("ready")).toEqual([ready!.name]);
    expect(await names("binned")).toEqual([binned!.name]);
    const shown = (await list(owner, { state: "ready" })).blueprints[0];
    expect(shown).toMatchObject({ state: "ready", scanCount: 1 });
    const cover = await fetch(app.url + shown?.coverUrl);
    expect([cover.status, cover.headers.get("content-type")]).toEqual([200, "image/webp"]);
  });
});

describe("the life of a blueprint", () => {
  it("goes to the archive and the bin and returns unchanged", async () => {
    const owner = await app.buildPerson();
    const made = await app.buildBlueprint(owner);
    expect(await move(owner.api, made, "archived")).toMatchObject({ state: "archived" });
    expect(await move(owner.api, made, "binned")).toMatchObject({ state: "binned" });
    const restored = await move(owner.api, made, "restored");
    expect(restored).toEqual({ ...made, updatedAt: restored.updatedAt });
  });

  it("is removed permanently after its days in the bin, with its files, and frees their storage", async () => {
    const own = await createTestApp();
    try {
      const owner = await own.buildPerson();
      const [kept, gone] = [await own.buildBlueprint(owner), await own.buildBlueprint(owner)];
      const params = { teamId: owner.personalTeamId };
      const scans = [await buildReadyScan(own, owner, kept.id), await buildReadyScan(own, owner, gone.id)];
      const { storageBytes } = await owner.api(getTeamUsage, { params });
      const binned = await move(owner.api, gone, "binned");
      const days = (Date.parse(binned.removedAt ?? "") - own.clock.now().getTime()) / 86_400_000;
      expect(days).toBeCloseTo(limits.binKeptDays, 3);
      // Ages the row instead of the clock: the session would expire.
      const age = (byDays: number) =>
        own.context.sql`update blueprints set binned_at = binned_at - make_interval(days => ${byDays})`;
      await age(limits.binKeptDays - 1);
      expect(await removeBinnedBlueprints(own.context)).toBe(0);
      await age(1);
      expect(await removeBinnedBlueprints(own.context)).toBe(1);
      expect((await own.context.sql`select id from blueprints`).map(({ id }) => id)).toEqual([kept.id]);
      for (const [index, { originalKey, deliveryPrefix }] of scans.entries()) {
        for (const key of [originalKey, `${deliveryPrefix}/model.glb`]) {
          expect((await own.context.storage.head(key)) === null, key).toBe(index === 1);
        }
      }
      expect((await owner.api(getTeamUsage, { params })).storageBytes).toBe(storageBytes / 2);
      const { events } = await owner.api(listAuditEvents, { params, query: { action: "blueprint.removed" } });
      expect(events).toMatchObject([{ actorName: "Blueprint", subjectName: gone.name }]);
    } finally {
      await own.close();
    }
  });
});
