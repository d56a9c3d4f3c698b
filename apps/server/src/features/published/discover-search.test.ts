import { moveBlueprint, publishBlueprint, updateBlueprint } from "@blueprint/contract/blueprints";
import { discoverPlaces, discoverPlacesNear, locatePlaces, type PlaceFilterQuery } from "@blueprint/contract/discover";
import { changeSharing } from "@blueprint/contract/sharing";
import type { Industry } from "@blueprint/contract/users";
import { addObject } from "@blueprint/scene/object-operations";
import { editSettings } from "@blueprint/scene/settings-operations";
import { editTourStop } from "@blueprint/scene/tour-operations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { blueprintVersions } from "../../db/schema/blueprints.ts";
import { discoverWords, discoverPlaces as listed } from "../../db/schema/discover.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { addAnchors, type Fill } from "../guide/testing/build-place.ts";
import { findCities } from "../publishing/publishing.jobs.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";
import { removeUnusedWords } from "./discover.jobs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const bergen = { latitude: 60.3975, longitude: 5.3221 };
const oslo = { latitude: 59.9139, longitude: 10.7522 };

interface NewPlace {
  readonly industry?: Industry;
  readonly description?: string;
  readonly address?: string;
  readonly tags?: string[];
  readonly at?: { latitude: number; longitude: number };
  readonly fill?: Fill;
}

async function publish(
  name: string,
  { industry = "museum", description = "", address = "", tags = [], at, fill }: NewPlace = {},
) {
  // A separate team each: a free plan publishes three.
  const person = await app.buildPerson();
  const { id } = await app.buildBlueprint(person, { name });
  const params = { blueprintId: id };
  const place = { address, ...(at ?? { latitude: null, longitude: null }) };
  await person.api(updateBlueprint, { params, body: { industry, description, tags, place } });
  await buildReadyScan(app, person, id);
  if (fill !== undefined) {
    const doc = new Y.Doc();
    fill(doc);
    const update = Y.encodeStateAsUpdate(doc);
    await storeSceneUpdates(app.context, id, [{ update, authorId: person.userId, changeCount: 1 }]);
  }
  const body = { basedOnVersion: 0, visibility: "public" as const };
  await person.api(publishBlueprint, { params, body });
  app.clock.advance(1_000);
  return { person, params, id };
}

const discover = (query: PlaceFilterQuery & { cursor?: string; limit?: number } = {}) =>
  app.anonymous(discoverPlaces, { query });
const find = async (search: string) => (await discover({ search })).places.map(({ name }) => name);

describe("search", () => {
  beforeAll(async () => {
    await publish("Fjordmark Maritime Museum", { address: "1 Quay, Bergen", at: bergen });
    await publish("Café Übergröße", { industry: "restaurant", tags: ["brunch"] });
    await publish("Museum of Glass", { description: "Vases from Murano, and a Fjordmark bowl." });
    await publish("Łódź Øresund Gallery");
    await publish("متحف البحرين الوطني");
    await publish("الفنُّون الجميلة", { description: "معرض" });
    await publish("东方陶瓷博物馆");
    await publish("東京国立近代美術館");
    await publish("ガラスの庭");
    await publish("พิพิธภัณฑ์ริมแม่น้ำ");
    await publish("Музей Ёлки");
    await publish("국립중앙박물관");
    await publish("राष्ट्रीय संग्रहालय");
    await publish("Bed & Breakfast O’Hara, 50% off_season");
  }, 60_000);

  it.each([
    ["marritime", "Fjordmark Maritime Museum"],
    ["mairtime", "Fjordmark Maritime Museum"],
    ["fjormark maritme", "Fjordmark Maritime Museum"],
    ["brgen", "Fjordmark Maritime Museum"],
    ["galss", "Museum of Glass"],
    ["vases", "Museum of Glass"],
    ["gallrey", "Łódź Øresund Gallery"],
  ])("forgives typing: %s", async (search, name) => expect((await find(search))[0]).toBe(name));

  it.each([
    ["cafe ubergrosse", "Café Übergröße"],
    ["CAFÉ", "Café Übergröße"],
    ["lodz oresund", "Łódź Øresund Gallery"],
    ["ohara", "Bed & Breakfast O’Hara, 50% off_season"],
    ["o'hara", "Bed & Breakfast O’Hara, 50% off_season"],
    ["bed & breakfast", "Bed & Breakfast O’Hara, 50% off_season"],
  ])("ignores accents, case and apostrophes: %s", async (search, name) => expect(await find(search)).toEqual([name]));

  it.each([
    ["البحرين", "متحف البحرين الوطني"],
    ["البحرن", "متحف البحرين الوطني"],
    ["الفنون", "الفنُّون الجميلة"],
    ["الجميله", "الفنُّون الجميلة"],
    ["陶瓷", "东方陶瓷博物馆"],
    ["陶", "东方陶瓷博物馆"],
    ["东方陶磁博物馆", "东方陶瓷博物馆"],
    ["東京近代美術館", "東京国立近代美術館"],
    ["国立", "東京国立近代美術館"],
    ["ガラス", "ガラスの庭"],
    ["ｶﾞﾗｽ", "ガラスの庭"],
    ["庭", "ガラスの庭"],
    ["แม่น้ำ", "พิพิธภัณฑ์ริมแม่น้ำ"],
    ["พิพิธภัณฑ", "พิพิธภัณฑ์ริมแม่น้ำ"],
    ["елки", "Музей Ёлки"],
    ["музйе", "Музей Ёлки"],
    ["중앙", "국립중앙박물관"],
    ["संग्रहालय", "राष्ट्रीय संग्रहालय"],
  ])("works in any script: %s", async (search, name) => expect((await find(search))[0]).toBe(name));

  it("takes one or two letters for the beginning of a word", async () => {
    expect(await find("br")).toEqual(
      expect.arrayContaining(["Café Übergröße", "Bed & Breakfast O’Hara, 50% off_season"]),
    );
    expect(await find("łó")).toEqual(["Łódź Øresund Gallery"]);
    expect(await find("rk")).toEqual([]);
  });

  it("puts names before descriptions, and what was typed before what resembles it", async () => {
    expect(await find("fjordmark")).toEqual(["Fjordmark Maritime Museum", "Museum of Glass"]);
    expect((await find("museum"))[0]).toBe("Museum of Glass");
  });

  it.each(["%", "_", "\\", "%%%", "' or 1=1 --", "'); drop table discover_places; --", "zzzzqqqq", "\u202e", "🏛️"])(
    "takes %s for text",
    async (search) => expect(await find(search)).toEqual([]),
  );

  it("finds figures with their signs, and refuses text that is too long", async () => {
    expect(await find("50%")).toEqual(["Bed & Breakfast O’Hara, 50% off_season"]);
    expect(await find("off_season")).toEqual(["Bed & Breakfast O’Hara, 50% off_season"]);
    expect(await find("off%season")).toEqual([]);
    await expect(find("a".repeat(10_000))).rejects.toMatchObject({ code: "invalid-input" });
    expect(await find("ab ".repeat(33))).toEqual([]);
  });

  it("pages through ranked results, once each, while places are published", async () => {
    const whole = (await discover({ search: "mus" })).places.map(({ name }) => name);
    expect(whole.length).toBeGreaterThan(1);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await discover({ search: "mus", limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.places.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
      if (seen.length === 1) await publish("Musty cellar");
    } while (cursor !== undefined);
    expect(seen.filter((name) => name !== "Musty cellar")).toEqual(whole);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe("facets", () => {
  const tourTo = (doc: Y.Doc, isStepFree: boolean) => {
    addAnchors(doc, [{ id: "door", title: "Door", text: "" }]);
    addObject(doc, "tours", "round", { name: "Round trip", summary: "", isStepFree });
    editTourStop(doc, "round", "s1", { anchorId: "door" });
  };
  const chosen = (query: PlaceFilterQuery) => discover({ search: "facetted", ...query });
  const namesOf = async (query: PlaceFilterQuery) => (await chosen(query)).places.map(({ name }) => name).sort();

  beforeAll(async () => {
    await publish("Facetted plain", { at: bergen });
    app.clock.advance(31 * dayMs);
    await publish("Facetted tour", { at: bergen, fill: (doc) => tourTo(doc, false) });
    await publish("Facetted step-free", { industry: "retail", at: oslo, fill: (doc) => tourTo(doc, true) });
    await publish("Facetted guide", { fill: (doc) => editSettings(doc, { suggestedQuestions: "What is here?" }) });
    await publish("Facetted topic", {
      fill: (doc) => addAnchors(doc, [{ id: "why", type: "guide-topic", title: "Why?", text: "Because." }]),
    });
    await publish("Facetted empty tour", {
      fill: (doc) => addObject(doc, "tours", "none", { name: "Later", summary: "", isStepFree: true }),
    });
  }, 60_000);

  it("narrow the results, alone and together", async () => {
    expect(await namesOf({ tour: "true" })).toEqual(["Facetted step-free", "Facetted tour"]);
    expect(await namesOf({ stepFree: "true" })).toEqual(["Facetted step-free"]);
    expect(await namesOf({ guide: "true" })).toEqual(["Facetted guide", "Facetted topic"]);
    expect(await namesOf({ lately: "true" })).not.toContain("Facetted plain");
    expect(await namesOf({ city: "Bergen, Norway" })).toEqual(["Facetted plain", "Facetted tour"]);
    expect(await namesOf({ city: "Bergen, Norway", tour: "true" })).toEqual(["Facetted tour"]);
    expect(await namesOf({ scan: "splat" })).toEqual([]);
  });

  it("count the results of each choice", async () => {
    const { total, industries, cities, scanKinds, features } = await chosen({});
    expect({ total, features }).toEqual({ total: 6, features: { tour: 2, guide: 2, stepFree: 1, lately: 5 } });
    expect(industries).toEqual([
      { industry: "retail", count: 1 },
      { industry: "museum", count: 5 },
    ]);
    expect(cities).toEqual([
      { city: "Bergen, Norway", count: 2 },
      { city: "Oslo, Norway", count: 1 },
    ]);
    expect(scanKinds).toEqual([{ kind: expect.any(String), count: 6 }]);
  });

  it("count with every other choice, and without another of the same kind", async () => {
    const { total, industries, cities, features } = await chosen({ city: "Bergen, Norway", tour: "true" });
    expect(total).toBe(1);
    expect(industries).toEqual([{ industry: "museum", count: 1 }]);
    expect(cities).toEqual([
      { city: "Bergen, Norway", count: 1 },
      { city: "Oslo, Norway", count: 1 },
    ]);
    expect(features).toEqual({ tour: 1, guide: 0, stepFree: 0, lately: 1 });
  });

  it("apply to the map", async () => {
    const query = { search: "facetted", tour: "true" as const };
    const { places, total } = await app.anonymous(locatePlaces, { query });
    expect(places.map(({ name }) => name)).toEqual(["Facetted step-free", "Facetted tour"]);
    expect(total).toBe(2);
  });

  it("find the cities of places that an earlier release published", async () => {
    const { id } = await publish("Early bird", { at: oslo });
    await app.context.db.update(blueprintVersions).set({ city: null }).where(eq(blueprintVersions.blueprintId, id));
    expect((await discover({ search: "early bird" })).cities).toEqual([]);
    await findCities(app.context);
    expect((await discover({ search: "early bird" })).cities).toEqual([{ city: "Oslo, Norway", count: 1 }]);
  });
});

describe("near me", () => {
  const near = (position: typeof bergen, more: PlaceFilterQuery & { cursor?: string; limit?: number } = {}) =>
    app.anonymous(discoverPlacesNear, { body: { search: "nearby", ...more, near: position } });

  beforeAll(async () => {
    await publish("Nearby east", { at: { latitude: 0.01, longitude: -179.9 } });
    await publish("Nearby west", { at: { latitude: 0, longitude: 179.5 } });
    await publish("Nearby pole", { industry: "retail", at: { latitude: 90, longitude: 0 } });
    await publish("Nearby nowhere");
  }, 60_000);

  it("sorts by distance, over the date line too, and leaves out places without a location", async () => {
    const { places, total, industries } = await near({ latitude: 0, longitude: -180 });
    expect(places.map(({ name, distanceMetres }) => [name, Math.round((distanceMetres ?? 0) / 1_000)])).toEqual([
      ["Nearby east", 11],
      ["Nearby west", 56],
      ["Nearby pole", 10_008],
    ]);
    expect(total).toBe(3);
    expect(industries).toHaveLength(2);
    expect((await near({ latitude: 89, longitude: 0 }, { industry: "museum" })).places[0]?.name).toBe("Nearby east");
  });

  it("pages in the same order", async () => {
    const first = await near({ latitude: 0, longitude: -180 }, { limit: 1 });
    const second = await near({ latitude: 0, longitude: -180 }, { limit: 1, cursor: first.nextCursor ?? "" });
    expect([...first.places, ...second.places].map(({ name }) => name)).toEqual(["Nearby east", "Nearby west"]);
    const all = await app.anonymous(discoverPlacesNear, { body: { near: bergen, limit: 2 } });
    const rest = await app.anonymous(discoverPlacesNear, { body: { near: bergen, cursor: all.nextCursor ?? "" } });
    const names = [...all.places, ...rest.places].map(({ name }) => name);
    expect(new Set(names).size).toBe(all.total);
  });

  it("uses no more of a position than about 100 m", async () => {
    const [rough, exact] = await Promise.all([
      near({ latitude: 60.393, longitude: 5.324 }),
      near({ latitude: 60.39304, longitude: 5.32396 }),
    ]);
    expect(exact.places).toEqual(rough.places.map((place) => ({ ...place, coverUrl: expect.any(String) })));
    await expect(near({ latitude: 91, longitude: 0 })).rejects.toMatchObject({ code: "invalid-input" });
  });
});

describe("what isn't public", () => {
  const everywhere = async () => {
    const { total, places, features, industries, cities } = await discover({ search: "hidden" });
    const pins = await app.anonymous(locatePlaces, { query: { search: "hidden" } });
    const around = await app.anonymous(discoverPlacesNear, { body: { search: "hidden", near: bergen } });
    const counts = [...industries, ...cities].map(({ count }) => count);
    return [total, places.length, features.lately, pins.total, pins.places.length, around.total, ...counts];
  };

  it.each([
    ["private", (place) => share(place, { visibility: "team" })],
    ["unlisted", (place) => share(place, { visibility: "unlisted" })],
    ["behind a password", (place) => share(place, { visibility: "password", password: "open sesame" })],
    ["archived", ({ person, params }) => person.api(moveBlueprint, { params, body: { to: "archived" } })],
  ] satisfies [string, (place: Awaited<ReturnType<typeof publish>>) => Promise<unknown>][])(
    "leaves results and counts once it is %s",
    async (_, hide) => {
      const place = await publish("Hidden hall", { at: bergen });
      expect(await everywhere()).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
      await hide(place);
      expect(await everywhere()).toEqual([0, 0, 0, 0, 0, 0]);
    },
  );

  it("leaves results and counts at the moment it expires, and returns when that is lifted", async () => {
    const place = await publish("Hidden hall", { at: bergen });
    await share(place, { expiresAt: new Date(app.clock.now().getTime() + dayMs).toISOString() });
    expect(await everywhere()).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    app.clock.advance(dayMs);
    expect(await everywhere()).toEqual([0, 0, 0, 0, 0, 0]);
    const again = await app.signIn(place.person);
    await again.api(changeSharing, { params: place.params, body: { expiresAt: null } });
    expect(await everywhere()).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    await again.api(changeSharing, { params: place.params, body: { visibility: "team" } });
  });

  it("leaves with its team, and forgets words that nobody uses", async () => {
    const place = await publish("Hidden quokkatorium", { at: bergen });
    await app.context.db.execute(`update teams set deleted_at = now() where id = '${place.person.personalTeamId}'`);
    expect(await everywhere()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await app.context.db.select().from(listed).where(eq(listed.blueprintId, place.id))).toEqual([]);
    const known = () => app.context.db.select().from(discoverWords).where(eq(discoverWords.word, "quokkatorium"));
    expect(await known()).toHaveLength(1);
    await removeUnusedWords(app.context);
    expect(await known()).toEqual([]);
    expect((await find("marritime"))[0]).toBe("Fjordmark Maritime Museum");
  });
});

function share(
  { person, params }: Awaited<ReturnType<typeof publish>>,
  body: { visibility?: "team" | "unlisted" | "password"; password?: string; expiresAt?: string },
) {
  return person.api(changeSharing, { params, body });
}
