import { expect, test } from "vitest";
import { formatDistance } from "./format-distance.ts";
import { roundPosition } from "./use-near-me.ts";

test.each([
  [0, "100 m"],
  [149, "100 m"],
  [949, "900 m"],
  [950, "1.0 km"],
  [9_949, "9.9 km"],
  [9_950, "10 km"],
  [1_204_400, "1,204 km"],
])("%d m are shown as %s", (metres, text) => expect(formatDistance(metres)).toBe(text));

test("a position is rounded to about 100 m", () => {
  expect(roundPosition({ latitude: 47.376_512_3, longitude: -8.541_623_4 })).toEqual({
    latitude: 47.377,
    longitude: -8.542,
  });
});
