import { afterEach, beforeEach, expect, test } from "vitest";
import { fetchStreetStyle, geocode, type MapService, toMapService } from "./map-service.ts";
import { StreetMapServer } from "./testing/street-map-server.ts";

let server: StreetMapServer;
let service: MapService;
beforeEach(async () => {
  server = await StreetMapServer.start();
  service = { baseUrl: server.url, key: server.key };
});
afterEach(() => server[Symbol.asyncDispose]());

test("without an outside key nothing outside is requested; any other one uses the provider, or the configured service", () => {
  expect(toMapService({ mapsKey: "local", mapsEndpoint: "https://maps.example.org" })).toBeNull();
  expect(toMapService({ mapsKey: "k" })).toEqual({ baseUrl: "https://api.maptiler.com", key: "k" });
  expect(toMapService({ mapsKey: "k", mapsEndpoint: "https://maps.example.org/v1/" })).toEqual({
    baseUrl: "https://maps.example.org/v1",
    key: "k",
  });
});

test("the style is requested by colour scheme, with the key", async () => {
  expect(await fetchStreetStyle(service, "light")).toMatchObject({ id: "streets-v2" });
  expect(await fetchStreetStyle(service, "dark")).toMatchObject({ id: "streets-v2-dark" });
  expect(server.requests).toEqual([
    "/maps/streets-v2/style.json?key=right-key",
    "/maps/streets-v2-dark/style.json?key=right-key",
  ]);
});

test("addresses are found with their kind and coordinates, whatever characters they contain", async () => {
  expect(await geocode(service, "bryggen 1", { limit: 5 })).toEqual([
    { name: "Bryggen 1, 5003 Bergen, Norway", kind: "address", longitude: 5.32415, latitude: 60.39755 },
  ]);
  expect(await geocode(service, " a/b?c#d;e & é ", { limit: 3 })).toEqual([]);
  expect(server.requests.at(-1)).toBe("/geocoding/a/b?c#d e & é.json?limit=3&language=en&key=right-key");
});

test("a refused key, an invalid response and an unavailable service are errors", async () => {
  const wrong = { ...service, key: "wrong" };
  await expect(geocode(wrong, "Bergen", { limit: 1 })).rejects.toThrow("status 403");
  await expect(fetchStreetStyle(wrong, "light")).rejects.toThrow("status 403");
  await expect(fetchStreetStyle({ ...service, baseUrl: `${server.url}/elsewhere` }, "light")).rejects.toThrow("404");
  server.failing = "/geocoding";
  await expect(geocode(service, "Bergen", { limit: 1 })).rejects.toThrow("status 500");
  const gone = { baseUrl: "http://127.0.0.1:9", key: "k" };
  await expect(geocode(gone, "Bergen", { limit: 1 })).rejects.toThrow();
});
