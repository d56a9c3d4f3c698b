import { expect, test } from "vitest";
import { instantSchema } from "./instant.ts";

test.each([
  ["2026-11-21T01:02:03.456Z", true],
  ["2026-11-21T01:02:03+05:45", true],
  ["1000-01-01T00:00:00Z", true],
  ["9999-12-31T23:59:59Z", true],
  ["0001-01-01T00:00:00Z", false],
  ["0000-06-01T00:00:00Z", false],
  ["1000-01-01T00:00:00+14:00", false],
  ["9999-12-31T23:59:59-12:00", false],
  ["2026-11-21T01:02:03", false],
  ["2026-02-30T00:00:00Z", false],
])("%s can be stored as a timestamp: %s", (text, isOne) => {
  expect(instantSchema.safeParse(text).success).toBe(isOne);
});
