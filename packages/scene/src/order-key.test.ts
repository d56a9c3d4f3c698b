import { expect, test } from "vitest";
import { isOrderKey, orderKeyBetween } from "./order-key.ts";
import { createRandom } from "./testing/random.ts";

test("a thousand keys inserted anywhere stay valid, unique and in order", () => {
  const random = createRandom(7);
  const keys: string[] = [];
  for (let count = 0; count < 1_000; count += 1) {
    const index = Math.floor(random() * (keys.length + 1));
    keys.splice(index, 0, orderKeyBetween(keys[index - 1] ?? null, keys[index] ?? null));
  }
  expect(keys.every(isOrderKey)).toBe(true);
  expect([...keys].sort((a, b) => (a < b ? -1 : 1))).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test("appending a thousand times keeps keys short", () => {
  let key = orderKeyBetween(null, null);
  for (let count = 0; count < 1_000; count += 1) {
    const next = orderKeyBetween(key, null);
    expect(next > key).toBe(true);
    key = next;
  }
  expect(key.length).toBeLessThan(40);
});

test("prepending repeatedly always works", () => {
  let key = orderKeyBetween(null, null);
  for (let count = 0; count < 300; count += 1) {
    const previous = orderKeyBetween(null, key);
    expect(previous < key).toBe(true);
    expect(isOrderKey(previous)).toBe(true);
    key = previous;
  }
});

test("keys in the wrong order are refused", () => {
  expect(() => orderKeyBetween("b", "a")).toThrow(RangeError);
  expect(() => orderKeyBetween("a", "a")).toThrow(RangeError);
});
