import { describe, expect, test } from "vitest";
import {
  addDraftPoint,
  canFinish,
  type Draft,
  type DraftTask,
  listDraftPoints,
  removeDraftPoint,
  startDraft,
} from "./draft.ts";

const at = (x: number, z = 0) => ({ at: [x, 0, z] as const, scanId: null, errorM: 0 });

function draw(task: DraftTask, ...points: ReturnType<typeof at>[]): Draft {
  return points.reduce((draft, point) => addDraftPoint(draft, point).draft, startDraft(task));
}

describe("an outline", () => {
  test("is closed by clicking its first corner, once it has three corners", () => {
    const line = draw({ kind: "zone" }, at(0), at(4));
    expect(addDraftPoint(line, at(0.01), { isOnFirst: true })).toMatchObject({ isDone: false });
    const outline = draw({ kind: "zone" }, at(0), at(4), at(4, 3));
    const closed = addDraftPoint(outline, at(0.01), { isOnFirst: true });
    expect(closed.isDone).toBe(true);
    expect(closed.draft.points).toHaveLength(3);
  });

  test("adds one corner for a double click, and removes corners", () => {
    const outline = draw({ kind: "hole", zoneId: "z" }, at(0), at(4), at(4), at(4, 3));
    expect(outline.points).toHaveLength(3);
    expect(canFinish(outline)).toBe(true);
    expect(canFinish(removeDraftPoint(outline))).toBe(false);
  });
});

describe("a measurement", () => {
  test("of a distance is complete with two points, and continues as a path on request", () => {
    const start = draw({ kind: "measure", type: "distance" }, at(0));
    expect(addDraftPoint(start, at(2)).isDone).toBe(true);
    const path = addDraftPoint(start, at(2), { goesOn: true });
    expect(path.isDone).toBe(false);
    expect(addDraftPoint(path.draft, at(3)).isDone).toBe(false);
    expect(canFinish(path.draft)).toBe(true);
  });

  test("of an angle takes exactly three points, and of a height two", () => {
    expect(addDraftPoint(draw({ kind: "measure", type: "angle" }, at(0), at(1)), at(1, 1)).isDone).toBe(true);
    expect(addDraftPoint(draw({ kind: "measure", type: "height" }, at(0)), at(1)).isDone).toBe(true);
    expect(addDraftPoint(draw({ kind: "measure", type: "area" }, at(0), at(1)), at(1, 1)).isDone).toBe(false);
  });
});

test("a volume has a closed base, then a point at its top; undoing reopens the base", () => {
  const base = draw({ kind: "measure", type: "volume" }, at(0), at(4));
  expect(canFinish(base)).toBe(false);
  const corners = addDraftPoint(base, at(4, 3)).draft;
  expect(canFinish(corners)).toBe(true);
  const closed = addDraftPoint(corners, at(0), { isOnFirst: true });
  expect(closed).toMatchObject({ isDone: false, draft: { isBaseDone: true } });
  expect(canFinish(closed.draft)).toBe(false);
  const done = addDraftPoint(closed.draft, { at: [1, 2.5, 1], scanId: null, errorM: 0 });
  expect(done.isDone).toBe(true);
  expect(done.draft.points).toHaveLength(4);
  expect(removeDraftPoint(closed.draft)).toEqual({ ...corners, hover: null });
});

test("the drawing follows the pointer", () => {
  const draft = { ...draw({ kind: "split", zoneId: "z" }, at(0)), hover: at(1) };
  expect(listDraftPoints(draft)).toHaveLength(2);
  expect(listDraftPoints({ ...draft, hover: at(0) })).toHaveLength(1);
});
