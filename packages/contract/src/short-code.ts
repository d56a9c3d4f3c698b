/** Path and search param of short links, as printed on signs (product: `/go?c=CODE`). */
export const shortLinkPath = "/go";
export const shortLinkParam = "c";

/**
 * Digits and capital letters that nobody confuses in print, without vowels, so that no code spells a word. Their number
 * is prime, which the check character needs.
 */
export const shortCodeAlphabet = "23456789CDFGHJKMNPRTVWX";
/** Length of a code with its check character: 3.4 billion codes. */
export const shortCodeCharacters = 8;

/**
 * A code as people type or scan it, in the form that is stored: capital letters without spaces and hyphens. Null when it
 * can't be a code: its length, a character or the check character is wrong.
 */
export function readShortCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return code.length === shortCodeCharacters && weigh(code) === 0 ? code : null;
}

/** Adds the check character. @param characters all others, of the alphabet */
export function toShortCode(characters: string): string {
  const sum = weigh(characters);
  if (Number.isNaN(sum)) throw new RangeError("A short code has characters of its alphabet only.");
  // Its weight is the last position's: what is missing is divided by it, modulo the alphabet's size.
  const { length: size } = shortCodeAlphabet;
  const weight = characters.length + 1;
  const check = Array.from(shortCodeAlphabet).find((_, value) => (sum + value * weight) % size === 0);
  return characters + check;
}

/** A code as it is printed, in two groups. */
export function printShortCode(code: string): string {
  return `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;
}

/**
 * Sum of the characters' values times their positions, modulo the alphabet's size; NaN with any other character. With a
 * prime size and different weights, it notices one wrong character and any two that are swapped (as in ISBN-10).
 */
function weigh(characters: string): number {
  let sum = 0;
  for (const [index, character] of Array.from(characters).entries()) {
    const value = shortCodeAlphabet.indexOf(character);
    if (value === -1) return Number.NaN;
    sum += value * (index + 1);
  }
  return sum % shortCodeAlphabet.length;
}
