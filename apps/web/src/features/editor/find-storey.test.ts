import type { Floor } from "@blueprint/scene/floor";
import { expect, test } from "vitest";
import { findStoreyAt } from "./find-storey.ts";

const floor = (storey: number, elevation: number | null) => ({ storey, elevation }) as Floor;

test("a height belongs to the highest known floor below it", () => {
  const floors = [floor(0, 0), floor(1, 3), floor(2, null), floor(-1, -3)];
  expect(findStoreyAt({ floors }, 1.6)).toBe(0);
  expect(findStoreyAt({ floors }, 2.8)).toBe(1);
  expect(findStoreyAt({ floors }, -1)).toBe(-1);
  expect(findStoreyAt({ floors: [] }, 12)).toBe(0);
});
