/** Whether two words differ by what a slip of the finger or the ear changes: a letter or two. */
export function isMisspelling(word: string, other: string): boolean {
  return countEdits(word, other) <= (Math.min(word.length, other.length) < 8 ? 1 : 2);
}

/** Letters to insert, remove, replace or exchange with their neighbour (optimal string alignment). */
export function countEdits(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const exchanged =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? before[j - 2]! + 1
          : Number.POSITIVE_INFINITY;
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1), exchanged));
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
