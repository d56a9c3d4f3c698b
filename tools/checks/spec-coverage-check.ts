import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRepositoryFile, rootDir } from "./repository-files.ts";

/** The specification is not part of the repository; if it is next to it, the quotes are checked against it. */
const specPath = join(rootDir, "..", "shared", "spec.md");
const documentPath = "docs/spec-coverage.md";
/** Section 0 is the text before the first heading. */
const sections = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/**
 * SHA-256 of the whole specification after `toPlain`. The joined quotes must have the same digest, so that a sentence
 * without a row is found even where the specification is not available.
 */
const specDigest = "c4e6ae978d2733e47009103bf71a7c9f2a3c2fc0314cbee77bfc19193f96f0b1";

/** Markers of rows: the specification leaves the sentence open, or no test shows it yet. */
const leftOpen = "left open by the specification";
const notYet = /^open: ./;

interface Row {
  readonly section: number;
  readonly quote: string;
  /** `path › test name`, `leftOpen`, or `open: …` with what is missing. */
  readonly shownBy: readonly string[];
}

interface Coverage {
  readonly rows: readonly Row[];
  readonly unreadable: readonly string[];
}

type ReadTest = (path: string) => string | null;

/** Finds sentences without a row, rows whose test does not exist, and tests that lack a literal of their sentence. */
export function findSpecCoverageProblems(): string[] {
  const coverage = readCoverage(readRepositoryFile(documentPath));
  const open = coverage.rows.filter(({ shownBy }) => shownBy.some((entry) => notYet.test(entry)));
  console.log(
    `    ${coverage.rows.length} rows hold every sentence of the specification; ${open.length} are partly open`,
  );
  const readTest = (path: string) => (existsSync(join(rootDir, path)) ? readRepositoryFile(path) : null);
  return [
    ...findDeadRows(coverage, readTest),
    ...findUnnamedLiterals(coverage, readTest),
    ...findOtherText(coverage, specDigest),
    ...(existsSync(specPath) ? findUnquotedText(coverage, readFileSync(specPath, "utf8")) : []),
  ];
}

export function readCoverage(document: string): Coverage {
  const rows: Row[] = [];
  const unreadable: string[] = [];
  let section: number | null = null;
  for (const line of document.split("\n")) {
    const heading = /^## (?:§(\d+)|Before §1)\b/.exec(line);
    if (heading !== null) section = Number(heading[1] ?? 0);
    else if (line.startsWith("| ") && !/^\| (sentence|---)/.test(line)) {
      const row = /^\| "(.*)" \| (.*) \|$/.exec(line);
      if (section === null || row === null) unreadable.push(line);
      else rows.push({ section, quote: row[1] ?? "", shownBy: (row[2] ?? "").split("<br>").map(withoutTicks) });
    }
  }
  return { rows, unreadable };
}

export function findDeadRows({ rows, unreadable }: Coverage, readTest: ReadTest): string[] {
  const problems = unreadable.map((line) => `${documentPath}: cannot be read: ${line}`);
  for (const { section, quote, shownBy } of rows) {
    for (const reference of shownBy) {
      if (notYet.test(reference)) continue;
      if (reference === leftOpen) {
        if (!/not shown/.test(quote) || shownBy.length > 1)
          problems.push(`§${section} "${quote}": the specification does not leave this open`);
        continue;
      }
      const [path = "", name = "", rest] = reference.split(" › ");
      const text = name === "" || rest !== undefined ? null : readTest(path);
      if (text === null || !/\.(test|spec)\.ts$/.test(path))
        problems.push(`§${section} "${quote}": no test ${reference}`);
      else if (!hasTest(text, name)) problems.push(`§${section} "${quote}": ${path} has no test "${name}"`);
    }
  }
  return problems;
}

/**
 * Finds addresses, field names and quoted texts that occur in a sentence but in none of its test files: such a test
 * compares the product with itself.
 */
export function findUnnamedLiterals({ rows }: Coverage, readTest: ReadTest): string[] {
  return rows.flatMap(({ section, quote, shownBy }) => {
    const paths = shownBy.flatMap((entry) => (entry.includes(" › ") ? [entry.split(" › ")[0] ?? ""] : []));
    if (paths.length === 0) return [];
    const texts = paths.map((path) => readTest(path) ?? "").join("\n");
    return listLiterals(quote)
      .filter((literal) => !texts.includes(literal))
      .map((literal) => `§${section} "${quote}": none of its tests names ${literal}`);
  });
}

function listLiterals(quote: string): string[] {
  const quoted = [...quote.matchAll(/"([^"{]+)"/g)].map(([, text]) => text ?? "");
  const addresses = [...quote.matchAll(/(?<![\w.])\/[A-Za-z][\w/-]*/g)].map(([address]) => address.replace(/\/$/, ""));
  const names = [...quote.matchAll(/(?<![\w/])[a-z]+(?:[A-Z][a-z]*)+(?![\w-])/g)].map(([name]) => name);
  const codes = [...quote.matchAll(/(?:^|, |: | or )([a-z]+(?:-[a-z]+){1,})(?=: ")/g)].map(([, code]) => code ?? "");
  return [...new Set([...quoted, ...addresses, ...names, ...codes])];
}

/** Finds where the joined quotes of a section differ from the specification. */
export function findUnquotedText({ rows }: Coverage, spec: string): string[] {
  const written = splitSections(spec);
  return sections.flatMap((section) => {
    const wanted = toPlain(written.get(section) ?? "");
    const quoted = toPlain(quotesOf(rows, section));
    if (quoted === wanted) return [];
    const length = [...wanted].findIndex((letter, index) => quoted[index] !== letter);
    const at = length === -1 ? wanted.length : length;
    const excerpt = (text: string) => (at >= text.length ? "(the end)" : text.slice(at, at + 60));
    return [
      `§${section}: after "${wanted.slice(Math.max(0, at - 40), at)}" the specification has "${excerpt(wanted)}", ${documentPath} "${excerpt(quoted)}"`,
    ];
  });
}

/** Like `findUnquotedText`, for when only the digest of the specification is known. */
export function findOtherText({ rows }: Coverage, digest: string): string[] {
  const quoted = digestOf(sections.map((section) => quotesOf(rows, section)).join(""));
  return quoted === digest ? [] : [`${documentPath}: its quotes, one after the other, are not the specification`];
}

export function digestOf(text: string): string {
  return createHash("sha256").update(toPlain(text)).digest("hex");
}

function quotesOf(rows: readonly Row[], section: number): string {
  return rows
    .filter((row) => row.section === section)
    .map(({ quote }) => quote)
    .join("\n");
}

/** Removes whitespace and list dashes. */
function toPlain(text: string): string {
  return text.replace(/^- /gm, "").replace(/\s+/g, "");
}

function splitSections(spec: string): Map<number, string> {
  const texts = new Map<number, string>();
  let section = 0;
  for (const line of spec.split("\n")) {
    const heading = /^## (\d+)\./.exec(line);
    if (heading !== null) section = Number(heading[1]);
    else texts.set(section, `${texts.get(section) ?? ""}${line.replace(/^# /, "")}\n`);
  }
  return texts;
}

// A title is the first argument of a call to `test`, `test.each(…)` or `it.skipIf(…)`; never of `describe` or of a skipped
// test.
function hasTest(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const code = text.replace(/^\s*\/\/.*$/gm, "");
  const calls = code.matchAll(new RegExp(`([\\w.]*|\\))\\s*\\(\\s*(["'\`])${escaped}\\2\\s*,`, "g"));
  return [...calls].some(([, callee = ""]) => !/(^|\.)(describe|step|skip|fixme|todo)$/.test(callee));
}

function withoutTicks(text: string): string {
  return text.trim().replace(/^`+ ?/, "").replace(/ ?`+$/, "");
}
