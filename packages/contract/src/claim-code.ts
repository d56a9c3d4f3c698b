import { shortCodeAlphabet } from "./short-code.ts";

/** Characters of a code that proves a claim: 2 × 10¹⁶ codes. */
export const claimCodeCharacters = 12;
const groupCharacters = 4;

/** A code as it is printed: in groups. */
export function claimCodeInGroups(code: string): string {
  return code.match(new RegExp(`.{1,${groupCharacters}}`, "g"))?.join("-") ?? "";
}

/** What was typed, without gaps and in capitals; null for what can be no code. */
export function readClaimCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  return code.length === claimCodeCharacters && [...code].every((one) => shortCodeAlphabet.includes(one)) ? code : null;
}
