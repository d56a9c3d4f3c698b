import type { FormResponse } from "@blueprint/contract/form-answers";
import { type CsvCell, writeCsv } from "@blueprint/scene/csv-text";

/** All responses as CSV: one column per question ever asked, in the order of first response. */
export function toResponsesCsv(responses: readonly FormResponse[]): string {
  const labels = new Map<string, string>();
  for (const { answers } of responses) {
    for (const [id, { label }] of Object.entries(answers)) if (!labels.has(id)) labels.set(id, label);
  }
  const ids = [...labels.keys()];
  return writeCsv([
    ["sent", "version", ...ids.map((id) => labels.get(id)!)],
    ...responses.map(({ sentAt, version, answers }) => [
      sentAt,
      version,
      ...ids.map((id) => toCell(answers[id]?.answer)),
    ]),
  ]);
}

function toCell(answer: FormResponse["answers"][string]["answer"] | undefined): CsvCell {
  if (answer === undefined) return "";
  if (typeof answer === "boolean") return answer ? "yes" : "no";
  return Array.isArray(answer) ? answer.join("; ") : answer;
}
