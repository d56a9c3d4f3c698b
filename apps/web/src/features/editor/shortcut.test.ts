import { expect, test } from "vitest";
import { matchesShortcut, toKeyNames } from "./shortcut.ts";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test.each([
  ["mod+z", press("z", { ctrlKey: true }), true],
  ["mod+z", press("z", { metaKey: true }), true],
  ["mod+z", press("Z", { metaKey: true, shiftKey: true }), false],
  ["mod+shift+z", press("Z", { metaKey: true, shiftKey: true }), true],
  ["mod+z", press("z"), false],
  ["a", press("a"), true],
  ["a", press("A", { shiftKey: true }), false],
  ["a", press("a", { ctrlKey: true }), false],
  ["?", press("?", { shiftKey: true }), true],
  ["?", press("?"), true],
  ["alt+ArrowUp", press("ArrowUp", { altKey: true }), true],
  ["alt+ArrowUp", press("ArrowUp"), false],
  ["Delete", press("Delete"), true],
])("%s against %o is %s", (shortcut, event, expected) => {
  expect(matchesShortcut(shortcut, event)).toBe(expected);
});

test("keys are labelled as on the keyboard", () => {
  expect(toKeyNames("mod+shift+z", true)).toEqual(["⌘", "⇧", "Z"]);
  expect(toKeyNames("mod+shift+z", false)).toEqual(["Ctrl", "Shift", "Z"]);
});
