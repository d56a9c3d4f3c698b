import type { FormResponse } from "@blueprint/contract/form-answers";
import { toSheetText, writeCsv } from "@blueprint/scene/csv-text";

/** Every response as a table: a column for each question that was ever asked, in the order of their first answer. */
export function toResponsesCsv(responses: readonly FormResponse[]): string {
  const labels = new Map<string, string>();
  for (const { answers } of responses) {
    for (const [id, { label }] of Object.entries(answers)) if (!labels.has(id)) labels.set(id, label);
  }
  const ids = [...labels.keys()];
  return writeCsv([
    ["sent", "version", ...ids.map((id) => toSheetText(labels.get(id)!))],
    ...responses.map(({ sentAt, version, answers }) => [
      sentAt,
      String(version),
      ...ids.map((id) => toCell(answers[id]?.answer)),
    ]),
  ]);
}

function toCell(answer: FormResponse["answers"][string]["answer"] | undefined): string {
  if (answer === undefined) return "";
  if (typeof answer === "boolean") return answer ? "yes" : "no";
  if (typeof answer === "number") return String(answer);
  // What visitors wrote must not become a formula of whoever opens the table.
  return toSheetText(Array.isArray(answer) ? answer.join("; ") : answer);
}
