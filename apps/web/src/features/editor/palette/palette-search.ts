/** A palette entry: runs a command, opens an object or follows a person. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: "Commands" | "Items" | "People";
  readonly label: string;
  /** Its kind, in words. */
  readonly noun?: string;
  /** Its shortcut, if any. */
  readonly keys: readonly string[];
  readonly run: () => void;
}

const shownMax = 50;

/** Entries that contain every word; prefix matches come first. */
export function searchPalette(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const words = wanted.split(/\s+/u).filter((word) => word !== "");
  const rank = ({ label }: PaletteEntry) => {
    const text = label.toLocaleLowerCase();
    if (text.startsWith(wanted)) return 0;
    return text.split(/\s+/u).some((word) => word.startsWith(words[0] ?? "")) ? 1 : 2;
  };
  const found = entries.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
  if (words.length === 0) return found.filter(({ group }) => group !== "Items").slice(0, shownMax);
  return found
    .map((entry, index) => ({ entry, index, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, shownMax)
    .map(({ entry }) => entry);
}
