import { expect, it } from "vitest";
import { type Draft, type DraftTask, startDraft } from "./draw/draft.ts";
import { describeNextClick } from "./tool-words.ts";

const draw = (task: DraftTask, count: number): Draft => ({
  ...startDraft(task),
  points: Array.from({ length: count }, (_, index) => ({ at: [index, 0, index * index], scanId: null, errorM: 0 })),
});

it("says what the next click does, for every tool that waits for one", () => {
  expect(describeNextClick("anchor", null)).toBe("Click a surface to place an anchor.");
  expect(describeNextClick("comment", null)).toBe("Click the point you want to comment on.");
  expect(describeNextClick("zone", null)).toBe("");
});

it("follows a zone from its first corner to the one that closes it", () => {
  const words = [0, 1, 2, 3, 4].map((count) => describeNextClick("zone", draw({ kind: "zone" }, count)));
  expect(words).toEqual([
    "Click the corners of the zone on the floor.",
    "Click the next corner. Shift keeps the line straight.",
    "Click the next corner. Shift keeps the line straight.",
    "Click the next corner, or the first one to close the zone.",
    "Click the next corner, or the first one to close the zone.",
  ]);
});

it("follows a hole and a cut", () => {
  const hole = { kind: "hole", zoneId: "z" } as const;
  expect(describeNextClick("zone", draw(hole, 2))).toBe("Click the corners of the hole.");
  expect(describeNextClick("zone", draw(hole, 3))).toBe("Click the first corner to close the hole.");
  const split = { kind: "split", zoneId: "z" } as const;
  expect(describeNextClick("zone", draw(split, 0))).toBe("Click where the cut starts.");
  expect(describeNextClick("zone", draw(split, 1))).toBe("Click where it ends.");
});

it("follows every measurement", () => {
  const words = (type: Extract<DraftTask, { kind: "measure" }>["type"], count: number) =>
    describeNextClick("measure", draw({ kind: "measure", type }, count));
  expect(words("distance", 1)).toBe("Click the second point. Hold Shift to keep drawing.");
  expect(words("height", 1)).toBe("Click the upper point.");
  expect(words("angle", 1)).toBe("Click the corner.");
  expect(words("area", 3)).toBe("Click the next corner, or the first one to close it.");
  expect(words("volume", 0)).toBe("Click the corners of the base.");
  const based = { ...draw({ kind: "measure", type: "volume" }, 3), isBaseDone: true };
  expect(describeNextClick("measure", based)).toBe("Click a point at the top, such as the ceiling.");
});
