import { describe, expect, it } from "vitest";
import { checkAnswer } from "./check-answer.ts";

const note = (number: number, title: string, text: string) => ({
  number,
  text,
  typeWords: "",
  found: { kind: "anchor" as const, id: title, title, text, matches: [] },
});
const given = [
  note(1, "Ticket desk", "Tickets for adults cost 12 euros."),
  note(4, "Opening hours", "Open from 10:00 to 18:00. Closed on Mondays."),
];
const check = (answer: string, cited: number[] = []) => {
  const checked = checkAnswer(answer, cited, given);
  return checked.isHeld ? [checked.text, ...checked.cited.map(({ number }) => number)] : checked.because;
};

describe("an answer of the model", () => {
  it("is shown without its citations, which become its sources", () => {
    expect(check("Adults pay 12 euros [1]. It opens at 10:00 [4, 1].")).toEqual([
      "Adults pay 12 euros. It opens at 10:00.",
      1,
      4,
    ]);
    expect(check("Adults pay 12 euros.", [1])).toEqual(["Adults pay 12 euros.", 1]);
  });

  it("loses markup", () => {
    expect(check("## Prices\n**Adults** pay `12` euros [1].\n* Closed on Mondays [4]")).toEqual([
      "Prices\nAdults pay 12 euros.\n– Closed on Mondays",
      1,
      4,
    ]);
  });

  it.each([
    ["UNKNOWN", "no-citation"],
    ["Adults pay 12 euros.", "no-citation"],
    ["[1]", "no-citation"],
    ["Adults pay 12 euros [2].", "foreign-citation"],
    ["Adults pay 12 euros [1, 99].", "foreign-citation"],
    ["Adults pay 15 euros [1].", "foreign-claim"],
    ["It was painted by Rembrandt [1].", "foreign-claim"],
  ])("%s is not shown: %s", (answer, because) => expect(check(answer)).toBe(because));
});
