import type { FormResponse } from "@blueprint/contract/form-answers";
import { readCsv } from "@blueprint/scene/csv-text";
import { expect, it } from "vitest";
import { toResponsesCsv } from "./form-responses-csv.ts";

const respond = (answers: FormResponse["answers"]): FormResponse => ({
  id: "0198c0de-0000-7000-8000-000000000001",
  version: 2,
  sentAt: "2026-11-20T18:00:00.000Z",
  answers,
});

it("writes a column for every question ever asked, and no visitor's formulas", () => {
  const csv = toResponsesCsv([
    respond({
      a: { label: "Name", answer: '=HYPERLINK("https://x")' },
      b: { label: "Rooms", answer: ["Hall", "Shop"] },
    }),
    respond({ a: { label: "Name", answer: 'Ada, "Countess"' }, c: { label: "Again?", answer: true } }),
  ]);
  const [heading, first, second] = readCsv(csv) ?? [];
  expect(heading).toEqual(["sent", "version", "Name", "Rooms", "Again?"]);
  expect(first?.[2]).not.toMatch(/^[=+\-@]/);
  expect(first?.slice(3)).toEqual(["Hall; Shop", ""]);
  expect(second?.slice(2)).toEqual(['Ada, "Countess"', "", "yes"]);
});

it("leaves numbers as numbers and lets no date or question become a formula", () => {
  const response = { ...respond({ a: { label: "=1+1", answer: -3 } }), sentAt: "=NOW()" };
  const [heading, row] = readCsv(toResponsesCsv([response])) ?? [];
  expect(heading).toEqual(["sent", "version", "'=1+1"]);
  expect(row).toEqual(["'=NOW()", "2", "-3"]);
});
