/** A name in a place with what visitors also call it. */
export interface OtherWords {
  readonly name: string;
  readonly others: readonly string[];
}

/**
 * Reads a team's list of other words: one line for each name, like "Toilets: loo, WC". Empty lines don't count.
 * @returns what could be read, and the lines (from 1) that couldn't
 */
export function parseOtherWords(text: string): {
  readonly entries: readonly OtherWords[];
  readonly badLines: number[];
} {
  const entries: OtherWords[] = [];
  const badLines: number[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    const others = line
      .slice(colon + 1)
      .split(",")
      .map((other) => other.trim())
      .filter((other) => other !== "");
    if (colon === -1 || name === "" || others.length === 0) badLines.push(index + 1);
    else entries.push({ name, others });
  }
  return { entries, badLines };
}
