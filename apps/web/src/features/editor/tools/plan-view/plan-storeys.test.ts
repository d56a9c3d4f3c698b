import type { Storey } from "@blueprint/scene/storey";
import { expect, test } from "vitest";
import { findExtent, isOnStorey, listStoreys } from "./plan-storeys.ts";

const storeyAt = (storey: number, elevation: number | null) =>
  ({ id: String(storey), storey, name: "", elevation, height: 3 }) as unknown as Storey;
const plan = (floorM: number) => ({ url: "", floorM, extent: { min: [0, 0], max: [6, 4] } }) as const;

test("a storey of the document and the one a scan found at its height are the same", () => {
  const storeys = listStoreys({ floors: [storeyAt(1, 3.1), storeyAt(0, 0), storeyAt(2, null)] }, [
    plan(3),
    plan(7),
  ] as never);
  expect(storeys.map(({ label, drawn }) => [label, drawn.length])).toEqual([
    ["Ground floor", 0],
    ["Floor 1", 1],
    ["Storey at 7.0 m", 1],
  ]);
});

test("there is always a storey to draw on", () => {
  const [ground] = listStoreys({ floors: [] }, []);
  expect(ground).toMatchObject({ floorM: 0 });
  expect(findExtent({ zones: [], anchors: [] }, ground!, [])).toEqual({ min: [-10, -10], max: [10, 10] });
});

test("objects on a storey belong to it, as do measurements slightly below it", () => {
  const storeys = listStoreys({ floors: [storeyAt(0, 0), storeyAt(1, 3)] }, []);
  const [ground, first] = storeys as [(typeof storeys)[0], (typeof storeys)[0]];
  expect(isOnStorey(storeys, ground, 1.6)).toBe(true);
  expect(isOnStorey(storeys, first, 2.8)).toBe(true);
  expect(isOnStorey(storeys, ground, -4)).toBe(true);
});
