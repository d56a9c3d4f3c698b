import type { GuideRates } from "@blueprint/contract/guide-questions";
import { describe, expect, it } from "vitest";
import { describeAsked, describeRates } from "./guide-questions.ts";

const none: GuideRates = {
  from: "2026-11-01",
  to: "2026-11-30",
  searches: { asked: 0, found: 0 },
  questions: { asked: 0, spoken: 0, answered: 0, refused: 0, unavailable: 0, other: 0, medianMs: null, p95Ms: null },
};
const toLines = (rates: GuideRates, hasAnswers: boolean) =>
  describeRates(rates, hasAnswers).map(({ label, value }) => [label, ...value].join(": "));

describe("a place's rates in words", () => {
  it("are of searches alone where no AI service answers", () => {
    expect(toLines({ ...none, searches: { asked: 1_200, found: 800 } }, false)).toEqual([
      "Searches that found something: 800 of 1,200 (67 %)",
    ]);
    expect(toLines(none, false)).toEqual(["Searches that found something: None asked"]);
  });

  it("are few where nothing was asked, and give no time without an answer", () => {
    expect(toLines(none, true)).toEqual([
      "Searches that found something: None asked",
      "Questions to the guide: None asked",
    ]);
    const refused = { ...none, questions: { ...none.questions, asked: 1, refused: 1 } };
    expect(toLines(refused, true).at(-1)).toBe("Not answered for other reasons: 0 of 1 (0 %)");
  });

  it("give times as what they took at most", () => {
    const questions = { ...none.questions, asked: 8, spoken: 3, answered: 4, refused: 2, unavailable: 1, other: 1 };
    const lines = toLines({ ...none, questions: { ...questions, medianMs: 500 } }, true);
    expect(lines).toContain("Questions answered: 4 of 8 (50 %)");
    expect(lines.at(-1)).toBe("Time to an answer: half: up to 0.5 s: 95 %: over 16 s");
  });

  it("stay where answers were given before the service was taken away", () => {
    expect(toLines({ ...none, questions: { ...none.questions, asked: 1, answered: 1 } }, false)).toContain(
      "Questions answered: 1 of 1 (100 %)",
    );
  });
});

describe("how often a question was asked", () => {
  it.each([
    [1, 0, "Asked once, nothing found"],
    [2_000, 0, "Asked 2,000 times, nothing found"],
    [0, 2, "Asked 2 times, “I don’t know that”"],
    [3, 1, "Asked 4 times: 3 × nothing found, 1 × “I don’t know that”"],
  ])("%i without a find, %i without an answer", (nothingFoundCount, unknownCount, words) => {
    const asked = { id: "", question: "", firstAskedAt: "", lastAskedAt: "", nothingFoundCount, unknownCount };
    expect(describeAsked(asked)).toBe(words);
  });
});
