import { describe, expect, test } from "vitest";
import { findDeadRows, findUnquotedLines, readCoverage } from "./spec-coverage-check.ts";

const document = `# Coverage

## §1 What it does

| sentence | shown by |
|---|---|
| "Two things." | \`a.test.ts › does one\`<br>\`a.test.ts › does %s\` |

## Not shown yet

- §1 "A third thing": nobody built it.

## Left open by the specification

- §1 "A fourth: not shown"
`;
const tests = `describe("does all", () => { test("does one", () => {}); test.each(["two"])("does %s", () => {}); });`;
const read = (path: string) => (path === "a.test.ts" ? tests : null);

describe("the coverage of the specification", () => {
  test("passes where every row names a test that is there", () => {
    expect(findDeadRows(readCoverage(document), read, 1)).toEqual([]);
  });

  test.each([
    ["a.test.ts › does three", 'has no test "does three"'],
    ["a.test.ts › does all", 'has no test "does all"'],
    ["b.test.ts › does one", "no test b.test.ts"],
    ["a.test.ts", "no test a.test.ts"],
  ])("does not believe a row that names %s", (reference, problem) => {
    const [found = "", ...more] = findDeadRows(
      readCoverage(document.replace("a.test.ts › does one", reference)),
      read,
      1,
    );
    expect(found).toContain(problem);
    expect(more).toEqual([]);
  });

  test("misses a section without a row, and a line that cannot be read", () => {
    expect(findDeadRows(readCoverage(document), read, 2)).toEqual(["docs/spec-coverage.md: §2 has no row"]);
    const broken = document.replace('| "Two things." |', "| Two things. |");
    expect(findDeadRows(readCoverage(broken), read, 1)).toHaveLength(2);
  });

  test("holds its quotes against the specification, and misses what nobody quotes", () => {
    const spec = "# Spec\n## 1. What\nTwo things.\n- A third thing, too.\nList:\n- A fourth: not shown.\n";
    expect(findUnquotedLines(readCoverage(document), spec)).toEqual([]);
    expect(findUnquotedLines(readCoverage(document), `${spec}- A fifth.\n`)).toEqual([
      'nothing speaks of §1 "- A fifth."',
    ]);
    expect(findUnquotedLines(readCoverage(document), spec.replace("Two", "Three"))).toEqual([
      '§1 does not say "Two things."',
      'nothing speaks of §1 "Three things."',
    ]);
  });
});
