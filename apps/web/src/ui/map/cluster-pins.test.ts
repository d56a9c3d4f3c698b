import { expect, test } from "vitest";
import { createPinClusters, toBounds } from "./cluster-pins.ts";
import { toWorldPixel } from "./mercator.ts";

const pin = (name: string, latitude: number, longitude: number) => ({ name, latitude, longitude });
const bergen = pin("Bergen", 60.39, 5.32);
const harbour = pin("Harbour", 60.4, 5.31);
const zurich = pin("Zürich", 47.37, 8.54);
const names = (zoom: number, ...pins: (typeof bergen)[]) =>
  createPinClusters(pins, 44)(zoom).map((cluster) => cluster.pins.map(({ name }) => name));

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
      createPinClusters(
        many,
        44,
      )(zoom)
        .flatMap((cluster) => cluster.pins.map(({ name }) => Number(name)))
        .sort((first, second) => first - second),
    ).toEqual(many.map((_, index) => index));
});

test("no two clusters are closer to each other than allowed", () => {
  const many = Array.from({ length: 300 }, (_, index) => pin(String(index), (index * 7) % 60, (index * 11) % 90));
  const first = createPinClusters(many, 44)(3).map((cluster) => toWorldPixel(cluster.pins[0], 3));
  for (const [index, a] of first.entries())
    for (const b of first.slice(index + 1)) expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThanOrEqual(44);
});

test("no mark covers another in crowded places", () => {
  const spread = (index: number, step: number) => ((index * step) % 6) - 3;
  const places = Array.from({ length: 500 }, (_, index) =>
    pin(
      String(index),
      ((index * 37) % 25) * 4 - 45 + spread(index, 0.618),
      ((index * 61) % 25) * 13 - 160 + spread(index, 1.37),
    ),
  );
  const clustersAt = createPinClusters(places, 48);
  for (const zoom of [1, 2, 3, 4, 5, 6]) {
    const marks = clustersAt(zoom).map(({ at }) => toWorldPixel(at, zoom));
    const isCovered = marks.filter(([x, y], index) =>
      marks.some((other, at) => at !== index && Math.hypot(other[0] - x, other[1] - y) < 30),
    );
    expect(isCovered, `zoom ${zoom}`).toEqual([]);
  }
});

test("a cluster is in the middle of its pins; its box contains them all", () => {
  const [cluster] = createPinClusters([bergen, harbour], 44)(1);
  expect(cluster?.at.latitude).toBeCloseTo(60.395, 6);
  expect(cluster?.at.longitude).toBeCloseTo(5.315, 6);
  expect(toBounds([bergen, zurich])).toEqual({ south: 47.37, west: 5.32, north: 60.39, east: 8.54 });
});

test("world pixels are those of Web Mercator", () => {
  expect(toWorldPixel({ latitude: 0, longitude: 0 }, 0)).toEqual([256, 256]);
  expect(toWorldPixel({ latitude: 85.051_129, longitude: 180 }, 1)[1]).toBeCloseTo(0, 3);
  expect(toWorldPixel({ latitude: -90, longitude: -180 }, 0)[1]).toBeCloseTo(512, 3);
});
