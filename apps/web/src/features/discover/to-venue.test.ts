import { expect, it } from "vitest";
import { toVenue } from "./to-venue.ts";

const at = { kind: "poi", latitude: 60.39, longitude: 5.32 };

it("takes a venue's name apart from its address", () => {
  expect(toVenue({ ...at, name: "Harbour Museum, Quay 1, Bergen, Norway" })).toEqual({
    name: "Harbour Museum",
    address: "Quay 1, Bergen, Norway",
    ...{ latitude: 60.39, longitude: 5.32 },
  });
});

it("keeps an address whole, and a name without an address", () => {
  expect(toVenue({ ...at, name: "Quay 1, Bergen" })).toMatchObject({ name: "Quay 1", address: "Quay 1, Bergen" });
  expect(toVenue({ ...at, name: "Bergen" })).toMatchObject({ name: "Bergen", address: "Bergen" });
});

it("shortens what no blueprint could hold", () => {
  expect(toVenue({ ...at, name: `${"x".repeat(500)}, y` }).name).toHaveLength(120);
});
