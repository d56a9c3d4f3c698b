import type { Storey } from "@blueprint/scene/storey";
import { expect, test } from "vitest";
import { findStoreyAt } from "./find-storey.ts";

const storeyAt = (storey: number, elevation: number | null) => ({ storey, elevation }) as Storey;

test("a height belongs to the storey with the highest known floor below it", () => {
  const floors = [storeyAt(0, 0), storeyAt(1, 3), storeyAt(2, null), storeyAt(-1, -3)];
  expect(findStoreyAt({ floors }, 1.6)).toBe(0);
  expect(findStoreyAt({ floors }, 2.8)).toBe(1);
  expect(findStoreyAt({ floors }, -1)).toBe(-1);
  expect(findStoreyAt({ floors: [] }, 12)).toBe(0);
});
