import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRepositoryFile, rootDir } from "./repository-files.ts";

/** The specification itself is no part of the repository; where it lies beside it, the quotes are held against it. */
const specPath = join(rootDir, "..", "shared", "spec.md");
const documentPath = "docs/spec-coverage.md";
const sections = 9;

interface Row {
  readonly section: number;
  readonly quote: string;
  /** `path › test name`; empty for a sentence that no test shows. */
  readonly shownBy: readonly string[];
}

interface Coverage {
  readonly rows: readonly Row[];
  readonly notShown: readonly Row[];
  /** What the specification itself leaves open. */
  readonly leftOpen: readonly Row[];
  readonly unreadable: readonly string[];
}

/** Rows whose test does not exist, sections without a row, and lines of the specification that nothing speaks of. */
export function findSpecCoverageProblems(): string[] {
  const coverage = readCoverage(readRepositoryFile(documentPath));
  console.log(
    `    ${coverage.rows.length} sentences of the specification are shown, ${coverage.notShown.length} are not yet`,
  );
  const readTest = (path: string) => (existsSync(join(rootDir, path)) ? readRepositoryFile(path) : null);
  return [
    ...findDeadRows(coverage, readTest),
    ...(existsSync(specPath) ? findUnquotedLines(coverage, readFileSync(specPath, "utf8")) : []),
  ];
}

export function readCoverage(document: string): Coverage {
  const rows: Row[] = [];
  const notShown: Row[] = [];
  const leftOpen: Row[] = [];
  const unreadable: string[] = [];
  let section = 0;
  let list: Row[] | null = null;
  for (const line of document.split("\n")) {
    const heading = /^## (?:§(\d+) )?(.*)$/.exec(line);
    if (heading !== null) {
      section = Number(heading[1] ?? 0);
      list =
        heading[2] === "Not shown yet" ? notShown : heading[2] === "Left open by the specification" ? leftOpen : null;
    } else if (line.startsWith("- ")) {
      const item = /^- §(\d+) "(.*?)"(?::|$)/.exec(line);
      if (list === null || item === null) unreadable.push(line);
      else list.push({ section: Number(item[1]), quote: item[2] ?? "", shownBy: [] });
    } else if (line.startsWith("| ") && !/^\| (sentence|---)/.test(line)) {
      const row = /^\| "(.*)" \| (.*) \|$/.exec(line);
      if (section === 0 || row === null) unreadable.push(line);
      else rows.push({ section, quote: row[1] ?? "", shownBy: (row[2] ?? "").split("<br>").map(withoutTicks) });
    }
  }
  return { rows, notShown, leftOpen, unreadable };
}

export function findDeadRows(
  { rows, unreadable }: Coverage,
  readTest: (path: string) => string | null,
  sectionCount: number = sections,
): string[] {
  const problems = unreadable.map((line) => `${documentPath}: cannot be read: ${line}`);
  for (let section = 1; section <= sectionCount; section++) {
    if (!rows.some((row) => row.section === section)) problems.push(`${documentPath}: §${section} has no row`);
  }
  for (const { section, quote, shownBy } of rows) {
    for (const reference of shownBy) {
      const [path = "", name = "", rest] = reference.split(" › ");
      const text = name === "" || rest !== undefined ? null : readTest(path);
      if (text === null || !/\.(test|spec)\.ts$/.test(path))
        problems.push(`§${section} "${quote}": no test ${reference}`);
      else if (!hasTest(text, name)) problems.push(`§${section} "${quote}": ${path} has no test "${name}"`);
    }
  }
  return problems;
}

/** Quotes that the specification does not hold, and lines of it that no quote is taken from. */
export function findUnquotedLines({ rows, notShown, leftOpen }: Coverage, spec: string): string[] {
  const quotes = [...rows, ...notShown, ...leftOpen];
  const problems: string[] = [];
  const lines = [...linesOf(spec)];
  for (const { section, quote } of quotes) {
    if (!lines.some((line) => line.section === section && line.text.includes(quote)))
      problems.push(`§${section} does not say "${quote}"`);
  }
  for (const { section, text } of lines) {
    // A line that only announces the list below it says nothing itself.
    if (/^[^.]*:$/.test(text)) continue;
    if (!quotes.some((quoted) => quoted.section === section && text.includes(quoted.quote)))
      problems.push(`nothing speaks of §${section} "${text}"`);
  }
  return problems;
}

function* linesOf(spec: string): Generator<{ section: number; text: string }> {
  let section = 0;
  for (const line of spec.split("\n")) {
    const heading = /^## (\d+)\./.exec(line);
    if (heading !== null) section = Number(heading[1]);
    else if (section > 0 && line.trim() !== "") yield { section, text: line };
  }
}

// A title is the first argument of a call: of `test`, of `test.each(…)`, of `it.skipIf(…)`; never of `describe`.
function hasTest(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const calls = text.matchAll(new RegExp(`([\\w.]*|\\))\\s*\\(\\s*(["'\`])${escaped}\\2\\s*,`, "g"));
  return [...calls].some(([, callee = ""]) => !/(^|\.)(describe|step)$/.test(callee));
}

function withoutTicks(text: string): string {
  return text.trim().replace(/^`+ ?/, "").replace(/ ?`+$/, "");
}
