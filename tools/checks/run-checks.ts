import { writeFileSync } from "node:fs";
import { findDeadDependencyRules, findWrongImports } from "./dependency-check.ts";
import { findLicenceProblems } from "./licence-check.ts";
import { findDeadWordRules, findRetiredWords } from "./retired-words.ts";
import { findUndocumentedSettings } from "./settings-check.ts";
import {
  findColourLiterals,
  findLeftovers,
  findLongDecisions,
  findReadingOfItsOwn,
  findReexportedRepositories,
  findWrongNames,
} from "./source-checks.ts";
import { findSpecCoverageProblems } from "./spec-coverage-check.ts";
import {
  findDeadLintRules,
  findDeadTypeRules,
  findLintProblems,
  findTypeErrors,
  findUnusedCode,
} from "./tool-checks.ts";

/** Each check returns its problems, one per line; none means that it passed. */
const checks: [name: string, find: () => string[] | Promise<string[]>][] = [
  ["types", findTypeErrors],
  ["type rules catch their canaries", findDeadTypeRules],
  ["lint and format", findLintProblems],
  ["lint rules catch their canaries", findDeadLintRules],
  ["imports point the right way", findWrongImports],
  ["import rules catch their canaries", findDeadDependencyRules],
  ["nothing unused", findUnusedCode],
  ["file names say what they are", findWrongNames],
  ["one word for one thing", findRetiredWords],
  ["word rules catch their canaries", findDeadWordRules],
  ["nothing left over", findLeftovers],
  ["colours come from the tokens", findColourLiterals],
  ["screens read by the default query", findReadingOfItsOwn],
  ["no service re-exports its repository", findReexportedRepositories],
  ["licences", findLicenceProblems],
  [".env.example is complete", findUndocumentedSettings],
  ["decision records are short", findLongDecisions],
  ["the specification's coverage names tests that exist", findSpecCoverageProblems],
];

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [name, find] of checks) {
  const startedAt = performance.now();
  let problems: string[];
  try {
    problems = await find();
  } catch (error) {
    problems = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  counts[problems.length === 0 ? "passed" : "failed"] += 1;
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  for (const problem of problems) console.log(`    ${problem.replaceAll("\n", "\n    ")}`);
}

const reportPath = process.argv[2];
if (reportPath) writeFileSync(reportPath, JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
