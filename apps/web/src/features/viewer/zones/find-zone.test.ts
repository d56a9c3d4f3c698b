import type { PublishedZone } from "@blueprint/contract/published-content";
import { expect, test } from "vitest";
import { findZoneAt } from "./find-zone.ts";

function zone(id: string, size: number, heights: [number, number] = [0, 2.5]): PublishedZone {
  const outer: [number, number][] = [
    [0, 0],
    [size, 0],
    [size, size],
    [0, size],
  ];
  return { id, name: id, type: "public", text: "", colour: null, capacity: null, floor: 0, heights, outer, holes: [] };
}

const zones = [zone("hall", 10), zone("desk", 2), zone("gallery", 10, [3, 5.5])];
const idAt = (x: number, y: number, z: number) => findZoneAt(zones, [x, y, z])?.id ?? null;

test("a person is in the smallest zone around them, on their own storey", () => {
  expect(idAt(5, 1.6, 5)).toBe("hall");
  expect(idAt(1, 1.6, 1)).toBe("desk");
  expect(idAt(1, 4.6, 1)).toBe("gallery");
  expect(idAt(11, 1.6, 1)).toBeNull();
});

test("a floor a few centimetres below the zone belongs to it", () => {
  expect(idAt(5, 1.4, 5)).toBe("hall");
  expect(idAt(5, 9, 5)).toBeNull();
});
