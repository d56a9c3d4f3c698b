import { afterEach, beforeEach, expect, vi } from "vitest";

let expected: RegExp[] = [];
let printed: string[] = [];

/** Lets the running test print matching errors; any other `console.error` fails it. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  expected = [];
  printed = [];
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    printed.push(parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(" "));
  });
});

afterEach(() => {
  const surprises = printed.filter((line) => !expected.some((pattern) => pattern.test(line)));
  expect(surprises, "console.error was called; use expectConsoleError(pattern) where that is right").toEqual([]);
});
