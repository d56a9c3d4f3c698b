import { expect, test } from "vitest";
import { directionField, isSceneId, point2Field, rotationField, toSafeLink } from "./scene-field.ts";
import { createRandom } from "./testing/random.ts";

test("cleaning is idempotent, to the last bit: undo, copies and files depend on it", () => {
  const random = createRandom(4);
  const part = () => random() * 2 - 1;
  for (let round = 0; round < 2_000; round += 1) {
    const direction = directionField.parse([part(), part(), part()]);
    expect(directionField.parse(direction)).toEqual(direction);
    const rotation = rotationField.parse([part(), part(), part(), part()]);
    expect(rotationField.parse(rotation)).toEqual(rotation);
  }
  for (const zero of [directionField.parse([-0, 0, -1]), point2Field.parse([-0, 1])]) {
    expect(JSON.parse(JSON.stringify(zero))).toEqual(zero);
  }
});

test.each([
  ["https://example.org/a?b=c", "https://example.org/a?b=c"],
  [" mailto:ada@example.org ", "mailto:ada@example.org"],
  ["tel:+4930123", "tel:+4930123"],
  ["javascript:alert(1)", null],
  ["JaVaScRiPt:alert(1)", null],
  ["java\nscript:alert(1)", null],
  ["data:text/html,x", null],
  ["/relative", null],
  [`https://example.org/${"x".repeat(3_000)}`, null],
  [7, null],
])("the link %s becomes %s", (given, link) => {
  expect(toSafeLink(given)).toBe(link);
});

test.each([
  ["a-1_B", true],
  ["", false],
  ["a/b", false],
  ["x".repeat(65), false],
  [5, false],
])("the id %s is usable: %s", (id, usable) => {
  expect(isSceneId(id)).toBe(usable);
});
