/** Something the palette can do: run a command, open a thing, go to a person. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: "Commands" | "Things" | "People";
  readonly label: string;
  /** What kind of thing it is, in words. */
  readonly noun?: string;
  /** Its keys, where it has any. */
  readonly keys: readonly string[];
  readonly run: () => void;
}

const shownMax = 50;

/** Entries that hold every word; those that begin with what was typed come first. */
export function searchPalette(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const words = wanted.split(/\s+/u).filter((word) => word !== "");
  const rank = ({ label }: PaletteEntry) => {
    const text = label.toLocaleLowerCase();
    if (text.startsWith(wanted)) return 0;
    return text.split(/\s+/u).some((word) => word.startsWith(words[0] ?? "")) ? 1 : 2;
  };
  const found = entries.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
  if (words.length === 0) return found.filter(({ group }) => group !== "Things").slice(0, shownMax);
  return found
    .map((entry, index) => ({ entry, index, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, shownMax)
    .map(({ entry }) => entry);
}
