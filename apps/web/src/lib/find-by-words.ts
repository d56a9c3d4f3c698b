/** Options whose labels contain every word of a text, in their order. */
export function findByWords<Option extends { readonly label: string }>(
  text: string,
  options: readonly Option[],
  max: number,
): Option[] {
  const words = text.toLowerCase().split(/\s+/);
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))).slice(0, max);
}
