import { expect, test } from "vitest";
import { clusterPins, toBounds } from "./cluster-pins.ts";
import { toWorldPixel } from "./mercator.ts";

const pin = (name: string, latitude: number, longitude: number) => ({ name, latitude, longitude });
const bergen = pin("Bergen", 60.39, 5.32);
const harbour = pin("Harbour", 60.4, 5.31);
const zurich = pin("Zürich", 47.37, 8.54);
const names = (zoom: number, ...pins: (typeof bergen)[]) =>
  clusterPins(pins, zoom, 44).map((cluster) => cluster.pins.map(({ name }) => name));

test("overlapping pins are one, until the map is close enough", () => {
  expect(names(4, bergen, harbour, zurich)).toEqual([["Bergen", "Harbour"], ["Zürich"]]);
  expect(names(14, bergen, harbour, zurich)).toEqual([["Bergen"], ["Harbour"], ["Zürich"]]);
  expect(names(0, bergen, harbour, zurich)).toEqual([["Bergen", "Harbour", "Zürich"]]);
});

test("pins on the same spot stay together at every zoom, and every pin is in exactly one cluster", () => {
  expect(names(22, bergen, { ...bergen, name: "Above it" })).toEqual([["Bergen", "Above it"]]);
  const many = Array.from({ length: 1_000 }, (_, index) =>
    pin(String(index), ((index * 37) % 170) - 85, ((index * 61) % 360) - 180),
  );
  for (const zoom of [0, 3, 8])
    expect(
      clusterPins(many, zoom, 44)
        .flatMap((cluster) => cluster.pins.map(({ name }) => Number(name)))
        .sort((first, second) => first - second),
    ).toEqual(many.map((_, index) => index));
});

test("no two clusters are closer to each other than allowed", () => {
  const many = Array.from({ length: 300 }, (_, index) => pin(String(index), (index * 7) % 60, (index * 11) % 90));
  const first = clusterPins(many, 3, 44).map((cluster) => toWorldPixel(cluster.pins[0], 3));
  for (const [index, a] of first.entries())
    for (const b of first.slice(index + 1)) expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThanOrEqual(44);
});

test("a cluster is in the middle of its pins; its box contains them all", () => {
  const [cluster] = clusterPins([bergen, harbour], 1, 44);
  expect(cluster?.at.latitude).toBeCloseTo(60.395, 6);
  expect(cluster?.at.longitude).toBeCloseTo(5.315, 6);
  expect(toBounds([bergen, zurich])).toEqual({ south: 47.37, west: 5.32, north: 60.39, east: 8.54 });
});

test("world pixels are those of Web Mercator", () => {
  expect(toWorldPixel({ latitude: 0, longitude: 0 }, 0)).toEqual([256, 256]);
  expect(toWorldPixel({ latitude: 85.051_129, longitude: 180 }, 1)[1]).toBeCloseTo(0, 3);
  expect(toWorldPixel({ latitude: -90, longitude: -180 }, 0)[1]).toBeCloseTo(512, 3);
});
