import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { drawSignSheet, type SignSize, signSizes, wrap } from "./sign-sheet.ts";

const sign = { url: "https://example.org/webxr?b=hall-ab12cd", title: "Hall", line: "Scan to walk in" };

/** Converts the path of a code back into modules. */
function readModules(svg: string): boolean[][] {
  const path = / d="([^"]+)"/.exec(svg)?.[1] ?? "";
  const size = encode(sign.url, { ecc: "M", border: 4 }).size;
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let step = 0; step < Number(length); step += 1) modules[Number(y)]![Number(x) + step] = true;
  return modules;
}

describe("a sheet of signs", () => {
  test.each(Object.keys(signSizes) as SignSize[])("fits the stated number of %s signs on A4", (size) => {
    const svg = drawSignSheet(sign, size);
    expect(svg).toMatch(/^<svg [^>]*width="210mm" height="297mm"/);
    expect(svg.match(/<path /g)).toHaveLength(signSizes[size].columns * signSizes[size].rows);
  });

  test("draws every module of the code, with a quiet zone of four", () => {
    const modules = readModules(drawSignSheet(sign, "large"));
    expect(modules).toEqual(encode(sign.url, { ecc: "M", border: 4 }).data);
    expect(modules.slice(0, 4).flat()).not.toContain(true);
  });

  test("prints markup in a name as text", () => {
    const svg = drawSignSheet({ ...sign, title: `<script>"A" & 'B'` }, "medium");
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&#60;script&#62;");
  });

  test.each([
    ["Hall", ["Hall"]],
    ["Museum of Rope and Sails", ["Museum of", "Rope and", "Sails"]],
    ["Donaudampfschifffahrt", ["Donaudampf", "schifffahr", "t"]],
    ["one two three four five six seven eight", ["one two", "three four", "five six …"]],
    ["  ", []],
  ])("wraps “%s” into lines", (text, lines) => expect(wrap(text, 10, 3)).toEqual(lines));
});
