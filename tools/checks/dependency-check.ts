import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import {
  allowedImports,
  circularImports,
  dependencyCanaries,
  plantedCycles,
  typeImports,
} from "./dependency-canaries.ts";
import "./read-using-declarations.ts";
import { dependencyRules, featureCycleRule, isTest } from "./dependency-rules.ts";
import { listRepositoryFiles, rootDir } from "./repository-files.ts";

const cruisedFile = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/;

/** The product's imports that break a rule. */
export async function findWrongImports(): Promise<string[]> {
  const files = listRepositoryFiles().filter((path) => cruisedFile.test(path) && !path.endsWith(".d.ts"));
  return [
    ...toProblems(await cruiseFiles(rootDir, files, dependencyRules), files),
    ...(await findFeatureCycles(rootDir, files)),
  ];
}

/** Rules that miss their canary, or catch an allowed import. */
export async function findDeadDependencyRules(): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), "blueprint-canaries-"));
  try {
    symlinkSync(join(rootDir, "node_modules"), join(dir, "node_modules"));
    const files = plantCanaries(dir);
    const result = await cruiseFiles(dir, files, dependencyRules);
    const problems = findUnread(result, files);
    const cycles = await findFeatureCycles(dir, files);
    if (JSON.stringify(cycles.toSorted()) !== JSON.stringify(plantedCycles))
      problems.push(`The planted cycle of features is not found as it is: ${cycles.join("; ")}`);
    const caught = new Set(result.summary.violations.map((found) => `${found.rule.name} ${found.from}`));
    const planted = new Set(dependencyCanaries.map((canary) => `${canary.rule} ${canary.from}`));
    for (const canary of planted) if (!caught.has(canary)) problems.push(`A canary lives: ${canary}`);
    for (const found of caught) if (!planted.has(found)) problems.push(`A right import is caught: ${found}`);
    const tested = new Set(dependencyCanaries.map((canary) => canary.rule));
    for (const { name } of dependencyRules) if (!tested.has(name ?? "")) problems.push(`No canary tests ${name}`);
    return problems;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function plantCanaries(dir: string): string[] {
  const contents = new Map<string, string>();
  for (const { from, to } of [...dependencyCanaries, ...allowedImports, ...circularImports]) {
    const isFile = /\.tsx?$/.test(to);
    if (isFile) contents.set(to, contents.get(to) ?? "export const planted = 1;\n");
    const path = relative(dirname(from), to);
    const specifier = isFile ? (path.startsWith(".") ? path : `./${path}`) : to;
    const keyword = typeImports.has(from) ? "import type" : "import";
    const statement = isFile ? `${keyword} { planted } from "${specifier}";` : `import "${specifier}";`;
    contents.set(from, `${contents.get(from) ?? ""}${statement}\n`);
  }
  for (const [path, content] of contents) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  return [...contents.keys()];
}

async function findFeatureCycles(baseDir: string, files: string[]): Promise<string[]> {
  const judged = files.filter((path) => path.startsWith("apps/server/src/") && !isTest(path));
  const { summary } = await cruiseFiles(baseDir, judged, [featureCycleRule]);
  return summary.violations.map(
    ({ rule, from, cycle = [] }) =>
      `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].map(toFeature).join(" → ")}`,
  );
}

const toFeature = (folder: string) => folder.replace("apps/server/src/features/", "");

async function cruiseFiles(
  baseDir: string,
  files: string[],
  forbidden: readonly IForbiddenRuleType[],
): Promise<ICruiseResult> {
  const { output } = await cruise(
    files,
    {
      baseDir,
      // The default parser silently reads nothing under TypeScript 7.
      parser: "swc",
      tsPreCompilationDeps: true,
      validate: true,
      ruleSet: { forbidden: [...forbidden] },
      doNotFollow: { path: "node_modules" },
    },
    {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "browser", "node", "default", "types"],
    },
  );
  return output as ICruiseResult;
}

function toProblems(result: ICruiseResult, files: string[]): string[] {
  const comments = new Map(dependencyRules.map((rule) => [rule.name, rule.comment]));
  return [
    ...findUnread(result, files),
    ...result.summary.violations.map(
      ({ rule, from, to }) => `${from} → ${to} breaks ${rule.name}: ${comments.get(rule.name)}`,
    ),
  ];
}

// An unread file has no imports to report: missing files must not look like success.
function findUnread(result: ICruiseResult, files: string[]): string[] {
  const read = new Set(result.modules.map((module) => module.source));
  const unread = files.filter((file) => !read.has(file)).map((file) => `dependency-cruiser did not read ${file}`);
  if (files.length > 20 && result.summary.totalDependenciesCruised === 0) {
    unread.push("dependency-cruiser found no import in any file");
  }
  return unread;
}
