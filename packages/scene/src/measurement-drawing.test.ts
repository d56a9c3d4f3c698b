import { drawDxf } from "@blueprint/scans/plan-file/draw-dxf";
import { numberOf, readDxf, textOf } from "@blueprint/scans/plan-file/read-dxf";
import { describe, expect, test } from "vitest";
import type { Measurement } from "./measurement.ts";
import { writeMeasurementsDxf } from "./measurement-drawing.ts";
import { buildMeasurement } from "./testing/build-measurement.ts";
import { uncalibratedScale } from "./uncertainty.ts";

const all: readonly Measurement[] = [
  buildMeasurement("distance", [
    [0, 1, 0],
    [3, 1, -4],
  ]),
  buildMeasurement("distance", [
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, -2],
    [5, 1, -2],
  ]),
  buildMeasurement("height", [
    [2, 0, 2],
    [3, 2.5, 2],
  ]),
  buildMeasurement("angle", [
    [1, 0, 0],
    [0, 0, 0],
    [0, 0, -1],
  ]),
  buildMeasurement("area", [
    [0, 0, 0],
    [4, 0, 0],
    [4, 0, -2],
  ]),
  buildMeasurement("volume", [
    [0, 1, 0],
    [4, 1, 0],
    [4, 1, -2],
    [0, 4, 0],
  ]),
];

async function read(text: string) {
  async function* lines() {
    yield* text.split("\r\n").slice(0, -1);
  }
  return await readDxf(lines());
}

describe("measurements as a drawing", () => {
  test("the plan reader draws every kind, from above, at true size, each on its own layer", async () => {
    const drawing = await read(writeMeasurementsDxf(all, { value: 2, uncertainty: 0 }, ({ type }) => type));
    const drawn = drawDxf(drawing);
    expect(drawing.layers).toBe(6);
    expect(drawing.hiddenLayers.size).toBe(0);
    expect([...drawn.leftOut]).toEqual([]);
    expect(drawn.hasInvalid).toBe(false);
    // x to the right, north up, at twice the size of the scene.
    expect(drawn.lines[0]).toEqual([0, 0, 6, 8]);
    expect(drawn.lines[1]).toEqual([0, 0, 2, 0, 2, 4, 10, 4]);
    expect(drawn.texts.map(({ text }) => text)).toEqual(all.map(({ type }) => type));
    expect(drawn.texts[0]).toMatchObject({ x: 3, y: 4 });
    expect(new Set(drawing.entities.map((entity) => textOf(entity, 8)))).toEqual(
      new Set(["MEASURED-DISTANCE", "MEASURED-HEIGHT", "MEASURED-ANGLE", "MEASURED-AREA", "MEASURED-VOLUME"]),
    );
  });

  test("heights and volumes keep their third dimension", async () => {
    const { entities } = await read(writeMeasurementsDxf(all, uncalibratedScale, () => ""));
    const height = entities.find((entity) => textOf(entity, 8) === "MEASURED-HEIGHT");
    const corners = height?.parts.map((part) => [10, 20, 30].map((code) => numberOf(part, code)));
    expect(corners).toEqual([
      [2, -2, 0],
      [3, -2, 0],
      [3, -2, 2.5],
    ]);
    const volume = entities.filter((entity) => textOf(entity, 8) === "MEASURED-VOLUME");
    const heights = volume.map(({ type, parts, pairs }) =>
      type === "POLYLINE"
        ? parts.map((part) => numberOf(part, 30))
        : [numberOf({ pairs }, 30), numberOf({ pairs }, 31)],
    );
    expect(heights).toEqual([[1, 1, 1], [4, 4, 4], ...Array.from({ length: 3 }, () => [1, 4])]);
    expect(volume.filter((entity) => (numberOf(entity, 70) & 1) === 1)).toHaveLength(2);
  });

  test("whatever a measurement's name, the file is plain text of pairs and reads back", async () => {
    const names = ["Höhe ± 2 m²", "  two\nlines\u0000\t", "100 %%d ^J \\U+0041", "🏛️".repeat(40), "0\r\nEOF", ""];
    const named = names.map((name) => ({ ...all[0]!, name }));
    const text = writeMeasurementsDxf(named, uncalibratedScale, ({ name }) => name);
    expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
    const drawing = await read(text);
    expect(drawing.entities.filter(({ type }) => type === "LINE")).toHaveLength(names.length);
    const strings = drawing.entities.filter(({ type }) => type === "TEXT").map((entity) => textOf(entity, 1));
    expect(strings).toEqual([
      "H\\U+00F6he \\U+00B1 2 m\\U+00B2",
      "two lines",
      "100 %%%%%%d ^ J \\U+005CU+0041",
      expect.stringMatching(/^(\\U\+[0-9A-F]{4})+$/),
      "0 EOF",
    ]);
    expect(Math.max(...strings.map((string) => string.length))).toBeLessThanOrEqual(255);
  });

  test("without measurements the drawing is empty", async () => {
    expect((await read(writeMeasurementsDxf([], uncalibratedScale, () => ""))).entities).toEqual([]);
  });
});
