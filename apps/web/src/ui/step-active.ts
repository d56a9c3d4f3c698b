/** The next active option of a list, from the last to the first and back. -1: none is active yet. */
export function stepActive(active: number, by: 1 | -1, count: number): number {
  if (count === 0) return active;
  return active < 0 && by < 0 ? count - 1 : (active + by + count) % count;
}
