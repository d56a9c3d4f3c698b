/** The width of a letter of JetBrains Mono, in multiples of the type size. */
const advanceEm = 0.6;
const mmPerPt = 25.4 / 72;
const stepPt = 0.25;

export interface FittedAddress {
  readonly pt: number;
  readonly lines: readonly string[];
}

/** How wide a monospaced text is set, in millimetres. */
export function measureMono(text: string, pt: number): number {
  return text.length * advanceEm * pt * mmPerPt;
}

/**
 * Sets an address as large as it goes: on one line, else broken before a slash, else anywhere.
 * @returns null when it doesn't fit even at the smallest size
 */
export function fitAddress(address: string, widthMm: number, linesMax: number, [max, min]: readonly [number, number]) {
  const attempts = [() => [address], () => address.split(/(?=\/)/), (size: number) => chop(address, size)];
  for (const attempt of attempts) {
    for (let pt = max; pt >= min; pt -= stepPt) {
      const lettersMax = Math.floor(widthMm / measureMono("x", pt));
      const lines = attempt(lettersMax);
      const isFitting = lines.length <= linesMax && lines.every((line) => line.length <= lettersMax);
      if (isFitting) return { pt, lines } satisfies FittedAddress;
    }
  }
  return null;
}

function chop(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
