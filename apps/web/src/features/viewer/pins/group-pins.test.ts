import { expect, test } from "vitest";
import { areSameGroups, groupPins, type ScreenPin } from "./group-pins.ts";

const none = new Map();
const pin = (id: string, x: number, y = 100): ScreenPin => ({ id, x, y });

test("overlapping pins form a group behind the first of them, others stay alone", () => {
  const groups = groupPins([pin("a", 100), pin("b", 110), pin("c", 200), pin("d", 95, 112), pin("e", 124.5)], 24, none);
  expect([...groups]).toEqual([["a", ["a", "b", "d"]]]);
});

test("a pin joins the nearest of several groups", () => {
  const groups = groupPins([pin("a", 100), pin("b", 130), pin("c", 120)], 24, none);
  expect([...groups]).toEqual([["b", ["b", "c"]]]);
});

test("a group splits at a larger distance than it formed", () => {
  const together = groupPins([pin("a", 0), pin("b", 20)], 24, none);
  expect(together.size).toBe(1);
  const held = groupPins([pin("a", 0), pin("b", 30)], 24, together);
  expect(areSameGroups(held, together)).toBe(true);
  expect(groupPins([pin("a", 0), pin("b", 30)], 24, none).size).toBe(0);
  expect(groupPins([pin("a", 0), pin("b", 34)], 24, held).size).toBe(0);
});

test("two thousand pins are grouped as comparing every pair would group them", () => {
  const pins = Array.from({ length: 2_000 }, (_, index) =>
    pin(String(index), (index * 7919) % 1440, (index * 104_729) % 900),
  );
  const groups = groupPins(pins, 24, none);
  const grouped = new Set([...groups.values()].flatMap((ids) => ids.slice(1)));
  const leaders = pins.filter(({ id }) => !grouped.has(id));
  const awayPx = leaders.flatMap((one, at) =>
    leaders.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
  );
  expect(Math.min(...awayPx.filter((px) => px < 100))).toBeGreaterThanOrEqual(24);
  expect(leaders.length + grouped.size).toBe(2_000);
});
