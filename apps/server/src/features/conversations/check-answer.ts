import { isUnknown, knowClaims, listClaims } from "./claims.ts";
import type { NumberedNote } from "./prompt.ts";

export type CheckedAnswer =
  | { readonly isHeld: true; readonly text: string; readonly cited: readonly NumberedNote[] }
  | { readonly isHeld: false; readonly because: "no-citation" | "foreign-citation" | "foreign-claim" };

const citation = /\s*\[\s*(\d{1,6}(?:\s*[,;]\s*\d{1,6})*)\s*\]/g;

/**
 * Whether an answer holds: it cites, cites only notes that were given, and every name, number, weekday, month and
 * address in it stands in one of them. Its text comes without citations and markup.
 * @param citedByTool numbers that the model named apart from its text
 */
export function checkAnswer(
  answer: string,
  citedByTool: readonly number[],
  given: readonly NumberedNote[],
): CheckedAnswer {
  const inText = [...answer.matchAll(citation)].flatMap((match) => match[1]!.split(/[,;]/).map(Number));
  const numbers = [...new Set([...inText, ...citedByTool])];
  const cited = numbers.map((number) => given.find((note) => note.number === number));
  if (cited.some((note) => note === undefined)) return { isHeld: false, because: "foreign-citation" };
  const text = toPlainText(answer.replace(citation, ""));
  if (cited.length === 0 || text === "") return { isHeld: false, because: "no-citation" };
  const known = knowClaims(given.map(({ found, text: whole, typeWords }) => `${found.title}\n${whole}\n${typeWords}`));
  if (listClaims(text).some((claim) => isUnknown(claim, known))) return { isHeld: false, because: "foreign-claim" };
  return { isHeld: true, text, cited: cited as NumberedNote[] };
}

/** Without the markup that models like to write. Screens show it as text anyway. */
function toPlainText(text: string): string {
  return text
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, "")
    .replace(/^[ \t]*[*-][ \t]+/gm, "– ")
    .replace(/\*\*|__|`/g, "")
    .replace(/[ \t]+([.,;:!?])/g, "$1")
    .replace(/[ \t]{2,}/g, " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
