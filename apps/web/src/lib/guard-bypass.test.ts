import { expect, test } from "vitest";
import { isGuardBypassed } from "./guard-bypass.ts";

test.each([
  ["?resetOnboarding=true", true],
  ["?test=true", true],
  ["?state=archived&test=true", true],
  ["", false],
  ["?test", false],
  ["?test=false", false],
  ["?test=1", false],
  ["?test=TRUE", false],
  ["?Test=true", false],
  ["?resetonboarding=true", false],
  ["?contest=true", false],
])("%s", (search, isBypassed) => {
  expect(isGuardBypassed(search)).toBe(isBypassed);
});
