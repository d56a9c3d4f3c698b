import { expect, it } from "vitest";
import { printShortCode, readShortCode, shortCodeAlphabet, shortCodeCharacters, toShortCode } from "./short-code.ts";

const letters = Array.from(shortCodeAlphabet);
const codes = ["K7M2P4X", "2222222", "XWVTRPN", "9C3D4F5"].map(toShortCode);

it("a code is read however it is typed", () => {
  for (const code of codes) {
    expect(code).toHaveLength(shortCodeCharacters);
    expect(readShortCode(code)).toBe(code);
    expect(readShortCode(` ${printShortCode(code).toLowerCase()} `)).toBe(code);
    expect(readShortCode(`${code.slice(0, 4)}-${code.slice(4)}`)).toBe(code);
  }
});

it("every single wrong character is noticed", () => {
  for (const code of codes)
    for (const index of code.split("").keys())
      for (const wrong of letters.filter((letter) => letter !== code[index]))
        expect(readShortCode(code.slice(0, index) + wrong + code.slice(index + 1)), code).toBeNull();
});

it("two swapped characters are noticed, wherever they stand", () => {
  for (const code of codes)
    for (let one = 0; one < code.length; one++)
      for (let other = one + 1; other < code.length; other++) {
        if (code[one] === code[other]) continue;
        const swapped = Array.from(code);
        [swapped[one], swapped[other]] = [swapped[other]!, swapped[one]!];
        expect(readShortCode(swapped.join("")), `${code} at ${one} and ${other}`).toBeNull();
      }
});

it("anything else is no code", () => {
  for (const text of ["", "K7M2P4X", `${codes[0]}2`, "K7M2P4XÜ", "0OI1LSZB", "😀😀😀😀", "K7M2P4X\u0000"])
    expect(readShortCode(text), text).toBeNull();
});

it("has no letters that look like others, and no vowels", () => {
  for (const letter of "01ILOQSZBAEIUY") expect(letters).not.toContain(letter);
  expect(new Set(letters).size).toBe(letters.length);
});
