import type { Transcript } from "@blueprint/contract/guide-transcripts";
import { readCsv } from "@blueprint/scene/csv-text";
import { expect, test } from "vitest";
import { toTranscriptsCsv } from "./transcripts.ts";

test("conversations are a table with a row for each question; a visitor's words never become a formula", () => {
  const question = { askedAt: "2026-11-28T10:00:00.000Z", isSpoken: false, answer: "", state: "unknown", sources: [] };
  const transcripts: Transcript[] = [
    {
      id: "a",
      questions: [
        {
          ...question,
          question: "What is a ticket?",
          answer: "12 euros.",
          state: "answered",
          sources: [
            { kind: "anchor", id: "t", title: "Ticket desk" },
            { kind: "document", id: "p", title: "Prices", page: 2 },
          ],
        },
        { ...question, isSpoken: true, question: "=HYPERLINK()" },
      ],
    },
  ];
  expect(readCsv(toTranscriptsCsv(transcripts))?.slice(1)).toEqual([
    ["a", question.askedAt, "no", "What is a ticket?", "12 euros.", "answered", "Ticket desk; Prices, page 2"],
    ["a", question.askedAt, "yes", "'=HYPERLINK()", "", "unknown", ""],
  ]);
});
