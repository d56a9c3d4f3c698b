const lineCharactersMax = 200;

/** The lines of a text box, without empty ones. */
export function parseLines(text: string, countMax: number): string[] {
  const lines = text.split("\n").map((line) => line.trim().slice(0, lineCharactersMax));
  return lines.filter((line) => line !== "").slice(0, countMax);
}
