import { describe, expect, test } from "vitest";
import {
  digestOf,
  findDeadRows,
  findOtherText,
  findUnnamedLiterals,
  findUnquotedText,
  readCoverage,
} from "./spec-coverage-check.ts";

const document = `# Coverage

## Before §1

| sentence | shown by |
|---|---|
| "A thing." | \`a.test.ts › does one\` |

## §1 What it does

| sentence | shown by |
|---|---|
| "Two things: /one and "Two" with twoFields." | \`a.test.ts › does one\`<br>\`a.test.ts › does %s\` |
| "A third thing;" | \`a.test.ts › does one\`<br>open: nobody built all of it |
| "a fourth: not shown." | left open by the specification |
`;
const spec = `# A thing.

## 1. What it does

Two things:
- /one and "Two" with twoFields.
- A third thing; a fourth: not shown.
`;
const tests = `
describe("does all", () => { test("does one", () => {}); test.each(["/one", "Two", twoFields])("does %s", () => {}); });
test.skip("does nothing", () => {});
// test("did once", () => {});
`;
const read = (path: string) => (path === "a.test.ts" ? tests : null);
const changed = (from: string, to: string) => readCoverage(document.replace(from, to));

describe("the coverage of the specification", () => {
  test("passes if every row names an existing test, and the rows are the specification", () => {
    const coverage = readCoverage(document);
    expect(findDeadRows(coverage, read)).toEqual([]);
    expect(findUnnamedLiterals(coverage, read)).toEqual([]);
    expect(findUnquotedText(coverage, spec)).toEqual([]);
    expect(findOtherText(coverage, digestOf(spec.replace("# ", "").replace("## 1. What it does", "")))).toEqual([]);
  });

  test.each([
    ["a.test.ts › does three", 'has no test "does three"'],
    ["a.test.ts › does all", 'has no test "does all"'],
    ["a.test.ts › does nothing", 'has no test "does nothing"'],
    ["a.test.ts › did once", 'has no test "did once"'],
    ["b.test.ts › does one", "no test b.test.ts"],
    ["a.test.ts", "no test a.test.ts"],
    ["open:", "no test open:"],
    ["left open by the specification", "does not leave this open"],
  ])("rejects a row that names %s", (reference, problem) => {
    const [found = "", ...more] = findDeadRows(changed("a.test.ts › does one", reference), read);
    expect(found).toContain(problem);
    expect(more).toEqual([]);
  });

  test("reports a line that cannot be read", () => {
    expect(findDeadRows(changed('| "A thing." |', "| A thing. |"), read)).toHaveLength(1);
  });

  test.each(["/one", '"Two"', "twoFields"])(
    "reports %s missing from the tests of the sentence that names it",
    (named) => {
      const literal = named.replaceAll('"', "");
      const [problem = "", ...more] = findUnnamedLiterals(readCoverage(document), (path) =>
        path === "a.test.ts" ? tests.replace(literal, "it") : null,
      );
      expect(problem).toMatch(/^§1 "Two things: /);
      expect(problem.endsWith(`none of its tests names ${literal}`)).toBe(true);
      expect(more).toEqual([]);
    },
  );

  test("reports a code missing from the tests of the sentence that gives its text", () => {
    const coverage = changed("A third thing;", 'Texts: weak-word: "Two"');
    expect(findUnnamedLiterals(coverage, read)).toEqual([
      '§1 "Texts: weak-word: "Two"": none of its tests names weak-word',
    ]);
  });

  test("reports a sentence without a row, and a quote that is not in the specification, whether or not it is available", () => {
    const digest = digestOf(spec.replace("# ", "").replace("## 1. What it does", ""));
    const without = changed('| "A third thing;" |', '| "A thing;" |');
    expect(findUnquotedText(without, spec)).toEqual([
      expect.stringContaining('the specification has "rdthing;afourth:notshown."'),
    ]);
    const short = readCoverage(document.split("\n").slice(0, -2).join("\n"));
    expect(findUnquotedText(short, spec)).toEqual([expect.stringContaining('docs/spec-coverage.md "(the end)"')]);
    for (const coverage of [without, short]) expect(findOtherText(coverage, digest)).toHaveLength(1);
  });
});
