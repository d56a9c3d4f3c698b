import type { Floor } from "@blueprint/scene/floor";
import { expect, test } from "vitest";
import { findExtent, isOnStorey, listStoreys } from "./plan-storeys.ts";

const floor = (storey: number, elevation: number | null) =>
  ({ id: String(storey), storey, name: "", elevation, height: 3 }) as unknown as Floor;
const plan = (floorM: number) => ({ url: "", floorM, extent: { min: [0, 0], max: [6, 4] } }) as const;

test("a floor of the document and the one a scan found at its height are the same", () => {
  const storeys = listStoreys({ floors: [floor(1, 3.1), floor(0, 0), floor(2, null)] }, [plan(3), plan(7)] as never);
  expect(storeys.map(({ label, drawn }) => [label, drawn.length])).toEqual([
    ["Ground floor", 0],
    ["Floor 1", 1],
    ["Level 7.0 m", 1],
  ]);
});

test("there is always a floor to draw on", () => {
  const [ground] = listStoreys({ floors: [] }, []);
  expect(ground).toMatchObject({ level: 0 });
  expect(findExtent({ zones: [], anchors: [] }, ground!, [])).toEqual({ min: [-10, -10], max: [10, 10] });
});

test("objects on a floor belong to it, as do measurements slightly below it", () => {
  const storeys = listStoreys({ floors: [floor(0, 0), floor(1, 3)] }, []);
  const [ground, first] = storeys as [(typeof storeys)[0], (typeof storeys)[0]];
  expect(isOnStorey(storeys, ground, 1.6)).toBe(true);
  expect(isOnStorey(storeys, first, 2.8)).toBe(true);
  expect(isOnStorey(storeys, ground, -4)).toBe(true);
});
