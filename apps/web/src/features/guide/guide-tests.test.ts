import type { GuideTestResult, GuideTestRun } from "@blueprint/contract/guide-tests";
import { describe, expect, it } from "vitest";
import { describeExpected, describeResult, describeRun, listSources, nameRun } from "./guide-tests.ts";

const sources = listSources({
  anchors: [{ id: "a", title: "Ticket desk" }],
  zones: [{ id: "z", name: "Hall" }],
  tours: [],
  views: [],
} as unknown as Parameters<typeof listSources>[0]);

const result = (change: Partial<GuideTestResult>): GuideTestResult => ({
  testId: "1",
  question: "Where?",
  expects: { kind: "source", source: { kind: "anchor", id: "a" } },
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

describe("a test question in words", () => {
  it.each([
    [{ kind: "refusal" }, "Must say that it doesn't know."],
    [{ kind: "source", source: { kind: "anchor", id: "a" } }, "Must answer from “Ticket desk”."],
    [{ kind: "source", source: { kind: "zone", id: "z" } }, "Must answer from “Zone Hall”."],
    [{ kind: "source", source: { kind: "anchor", id: "gone" } }, "Must answer from something that is gone."],
  ] as const)("%j", (expects, words) => expect(describeExpected(expects, sources)).toBe(words));

  it.each([
    [{}, null],
    [{ outcome: "failed", titles: ["Shop", "Café"] }, "Found first: Shop, Café."],
    [{ outcome: "failed" }, "Nothing was found, or no answer in it."],
    [{ outcome: "failed", answer: "At noon.", titles: ["Café"] }, "Answered: “At noon.” (Café)"],
    [{ outcome: "undecided" }, "The AI service gave no answer."],
    [
      { outcome: "undecided", expects: { kind: "refusal" }, titles: ["Café"] },
      "Found first: Café. Only an AI service can refuse.",
    ],
  ] as const)("its result %j", (change, words) => expect(describeResult(result({ ...change } as never))).toBe(words));
});

describe("a run in words", () => {
  it.each([
    [{}, "1 of 3 passed, 1 undecided"],
    [{ results: [result({})], total: 1 }, "1 of 1 passed"],
    [{ endedAt: null }, "3 of 3 asked"],
    [{ problem: "place-gone" }, "The version is gone"],
    [{ problem: "service-unavailable" }, "1 of 3 passed, then the AI service stopped answering"],
  ] as const)("%j", (change, words) => expect(describeRun(run({ ...change } as never))).toBe(words));

  it("is named by what was asked, and how", () => {
    expect(nameRun(run({}))).toBe("Draft, by search");
    expect(nameRun(run({ version: 3, withAnswers: true }))).toBe("Version 3, with answers");
  });
});
