import type { GuideTestResult } from "@blueprint/contract/guide-tests";
import { describe, expect, it } from "vitest";
import { describeExpected, describeResult, listSources } from "./guide-tests.ts";

const scene = {
  anchors: [{ id: "a", title: "Ticket desk" }],
  zones: [{ id: "z", name: "Hall" }],
  tours: [],
  views: [],
} as unknown as Parameters<typeof listSources>[0];
const sources = listSources(scene, { openingHours: null, facts: [{ label: "Wi-Fi", text: "Free" }] });

const result = (change: Partial<GuideTestResult>): GuideTestResult => ({
  testId: "1",
  question: "Where?",
  expects: { kind: "source", source: { kind: "anchor", id: "a" } },
  outcome: "passed",
  answer: "",
  titles: [],
  ...change,
});
describe("a guide test in words", () => {
  it.each([
    [{ kind: "refusal" }, "Must say that it doesn't know."],
    [{ kind: "source", source: { kind: "anchor", id: "a" } }, "Must answer from “Ticket desk”."],
    [{ kind: "source", source: { kind: "zone", id: "z" } }, "Must answer from “Zone Hall”."],
    [{ kind: "source", source: { kind: "fact", id: "Wi-Fi" } }, "Must answer from “Fact Wi-Fi”."],
    [{ kind: "source", source: { kind: "hours", id: "" } }, "Must answer from something that is gone."],
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
