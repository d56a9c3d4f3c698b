import {
  binBlueprint,
  moveBlueprint,
  publishBlueprint,
  unpublishBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import { discoverPlaces, locatePlaces } from "@blueprint/contract/discover";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import type { Industry } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";

let app: TestApp;
let owner: TestPerson;

// A fresh app each: the list spans the whole installation.
beforeEach(async () => {
  app = await createTestApp();
  owner = await app.buildPerson({ name: "Ada Secret", email: "ada@example.org" });
  return () => app.close();
});

async function publish(
  name: string,
  {
    industry = "museum",
    address = "",
    description = "",
    visibility = "public",
    at = null,
  }: {
    industry?: Industry;
    address?: string;
    description?: string;
    visibility?: "public" | "unlisted";
    at?: { latitude: number; longitude: number } | null;
  } = {},
) {
  // A separate team each: a free plan publishes three.
  const person = await app.buildPerson();
  const blueprint = await app.buildBlueprint(person, { name });
  const params = { blueprintId: blueprint.id };
  await person.api(updateBlueprint, {
    params,
    body: { industry, description, place: { address, ...(at ?? { latitude: null, longitude: null }) } },
  });
  await buildReadyScan(app, person, blueprint.id);
  await person.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility } });
  app.clock.advance(1_000);
  return { person, params, slug: blueprint.slug };
}

type Query = { search?: string; industry?: Industry; cursor?: string; limit?: number };
const discover = (query: Query = {}) => app.anonymous(discoverPlaces, { query });
const names = async (query: Query = {}) => (await discover(query)).places.map(({ name }) => name);

describe("discovering places", () => {
  it("lists places published to everyone, newest first, and says nothing about people or teams", async () => {
    await publish("First hall", { address: "1 Quay, Bergen", description: "Stone." });
    await publish("Second hall");
    await app.buildBlueprint(owner, { name: "A draft" });
    await publish("Only by link", { visibility: "unlisted" });

    const response = await fetch(`${app.url}/api/discover`);
    expect(response.status).toBe(200);
    const text = await response.text();
    for (const secret of ["Ada Secret", "ada@example.org", "teamId", "person-"]) expect(text).not.toContain(secret);
    const { places, total, nextCursor } = await discover();
    expect(places.map(({ name }) => name)).toEqual(["Second hall", "First hall"]);
    expect(places[1]).toMatchObject({ industry: "museum", address: "1 Quay, Bergen", anchorCount: 0 });
    expect({ total, nextCursor }).toEqual({ total: 2, nextCursor: null });
  });

  it("gives every place a cover that anyone can fetch", async () => {
    await publish("Hall");
    const [place] = (await discover()).places;
    const cover = await fetch(app.url + place?.coverUrl);
    expect(cover.status).toBe(200);
    expect(cover.headers.get("content-type")).toBe("image/webp");
  });

  it("shows a place as in its served version, and drops it when it is unpublished, archived or binned", async () => {
    const hall = await publish("Old name");
    await hall.person.api(updateBlueprint, { params: hall.params, body: { name: "New name" } });
    expect(await names()).toEqual(["Old name"]);
    await hall.person.api(unpublishBlueprint, { params: hall.params });
    expect(await names()).toEqual([]);

    for (const to of ["archived", "binned"] as const) {
      const gone = await publish(`To be ${to}`);
      if (to === "binned") await gone.person.api(binBlueprint, { params: gone.params });
      else await gone.person.api(moveBlueprint, { params: gone.params, body: { to } });
    }
    expect(await discover()).toMatchObject({ places: [], total: 0, industries: [] });
  });

  it("finds every word in the name, the address or the description, as text", async () => {
    await publish("Harbour café", { industry: "restaurant", address: "Bergen" });
    await publish("Harbour museum", { address: "Oslo", description: "100% wool & wood" });
    expect(await names({ search: "harbour" })).toHaveLength(2);
    expect(await names({ search: "HARBOUR bergen" })).toEqual(["Harbour café"]);
    expect(await names({ search: "100%" })).toEqual(["Harbour museum"]);
    expect(await names({ search: "_" })).toEqual([]);
    expect(await names({ search: "harbour nowhere" })).toEqual([]);
    await expect(discover({ search: "a\0b" })).rejects.toMatchObject({ code: "invalid-input" });
  });

  it("counts each industry for the search, whichever one is selected", async () => {
    await publish("Harbour café", { industry: "restaurant" });
    await publish("Harbour museum");
    await publish("Hill museum");
    const found = await discover({ search: "harbour", industry: "museum" });
    expect(found.places.map(({ name }) => name)).toEqual(["Harbour museum"]);
    expect(found.total).toBe(1);
    expect(found.industries).toEqual([
      { industry: "museum", count: 1 },
      { industry: "restaurant", count: 1 },
    ]);
  });

  it("pages through all of them, once each", async () => {
    for (const name of ["a", "b", "c"]) await publish(name);
    const first = await discover({ limit: 2 });
    expect(first.places.map(({ name }) => name)).toEqual(["c", "b"]);
    const second = await discover({ limit: 2, cursor: first.nextCursor ?? "" });
    expect(second).toMatchObject({ places: [{ name: "a" }], nextCursor: null, total: 3 });
    await expect(discover({ cursor: "nonsense" })).rejects.toMatchObject({ code: "invalid-input" });
  });
});

describe("places on the map", () => {
  const bergen = { latitude: 60.393, longitude: 5.324 };
  const locate = (query: Pick<Query, "search" | "industry"> = {}) => app.anonymous(locatePlaces, { query });

  it("are the listed places that have a location, found by the same search", async () => {
    await publish("Harbour museum", { at: bergen, address: "1 Quay" });
    await publish("Harbour café", { industry: "restaurant", at: { latitude: -90, longitude: 180 } });
    await publish("Nowhere");
    await publish("Only by link", { at: bergen, visibility: "unlisted" });
    const { places, total } = await locate();
    expect(total).toBe(2);
    expect(places.map(({ name }) => name)).toEqual(["Harbour café", "Harbour museum"]);
    expect(places[1]).toEqual({
      slug: expect.stringMatching(/^harbour-museum-/),
      name: "Harbour museum",
      industry: "museum",
      address: "1 Quay",
      ...bergen,
    });
    expect((await locate({ search: "harbour", industry: "museum" })).places).toHaveLength(1);
    expect(await locate({ search: "nowhere" })).toEqual({ places: [], total: 0 });
  });

  it("are placed by their served version, until they are published again or unpublished", async () => {
    const hall = await publish("Hall", { at: bergen });
    const moved = { latitude: 46.9, longitude: 7.4 };
    await hall.person.api(updateBlueprint, { params: hall.params, body: { place: { address: "", ...moved } } });
    expect((await locate()).places).toMatchObject([bergen]);
    await hall.person.api(publishBlueprint, { params: hall.params, body: { basedOnVersion: 1, visibility: "public" } });
    expect((await locate()).places).toMatchObject([moved]);
    expect(await app.anonymous(getPublishedBlueprint, { params: { slug: hall.slug } })).toMatchObject({
      location: moved,
    });
    await hall.person.api(unpublishBlueprint, { params: hall.params });
    expect((await locate()).places).toEqual([]);
  });
});
