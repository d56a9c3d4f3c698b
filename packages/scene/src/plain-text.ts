// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule exists to find accidents, and these are meant.
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Makes text safe to store and show everywhere: no control characters, no broken surrogates, `\n` line ends. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(controlCharacters, "")
    .toWellFormed();
}

/** The same for one line: line ends and tabs become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/[\n\t]/g, " ");
}

/** The single replacement that turns `before` into `after`, minus their common prefix and suffix. */
export interface TextReplacement {
  readonly index: number;
  readonly deleteCount: number;
  readonly insert: string;
}

export function findTextReplacement(before: string, after: string): TextReplacement | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  // A replacement must not split a surrogate pair: each half alone would be stored as a broken character.
  if (start > 0 && isHighSurrogate(before, start - 1)) start -= 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  if (end > 0 && isLowSurrogate(before, before.length - end)) end -= 1;
  return {
    index: start,
    deleteCount: before.length - start - end,
    insert: after.slice(start, after.length - end),
  };
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
