import type { GuideTestResult, GuideTestRun } from "@blueprint/contract/guide-tests";
import { describe, expect, it } from "vitest";
import { describeRun, isDraftTested, nameRun } from "./guide-test-runs.ts";

const result = (change: Partial<GuideTestResult>): GuideTestResult => ({
  testId: "1",
  question: "Where?",
  expects: { kind: "refusal" },
  outcome: "passed",
  answer: "",
  titles: [],
  ...change,
});
const run = (change: Partial<GuideTestRun>): GuideTestRun => ({
  id: "1",
  version: null,
  withAnswers: false,
  startedAt: "2026-11-28T10:00:00Z",
  endedAt: "2026-11-28T10:00:01Z",
  problem: null,
  results: [result({}), result({ outcome: "failed" }), result({ outcome: "undecided" })],
  total: 3,
  ...change,
});

describe("a run in words", () => {
  it.each([
    [{}, "1 of 3 passed, 1 undecided"],
    [{ results: [result({})], total: 1 }, "1 of 1 passed"],
    [{ endedAt: null }, "3 of 3 asked"],
    [{ problem: "failed" }, "Couldn't be completed"],
    [{ problem: "place-gone" }, "The version is gone"],
    [{ problem: "service-unavailable" }, "1 of 3 passed, then the AI service stopped answering"],
  ] as const)("%j", (change, words) => expect(describeRun(run({ ...change } as never))).toBe(words));

  it("of the draft is in progress until it ends or is lost", () => {
    const started = (msAgo: number) => ({ startedAt: new Date(Date.now() - msAgo).toISOString(), endedAt: null });
    expect(isDraftTested([])).toBe(false);
    expect(isDraftTested([run({ version: 2, ...started(0) }), run({})])).toBe(false);
    expect(isDraftTested([run({ version: 2 }), run(started(60_000))])).toBe(true);
    expect(isDraftTested([run(started(3 * 3_600_000))])).toBe(false);
  });

  it("is named by what was asked, and how", () => {
    expect(nameRun(run({}))).toBe("Draft, by search");
    expect(nameRun(run({ version: 3, withAnswers: true }))).toBe("Version 3, with answers");
  });
});
