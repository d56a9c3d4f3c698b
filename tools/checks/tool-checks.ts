import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rootDir } from "./repository-files.ts";

const binDir = join(rootDir, "node_modules", ".bin");

export function findTypeErrors(): string[] {
  return runTool("tsc", ["-b", "--pretty", "false"], rootDir);
}

export function findLintProblems(): string[] {
  return runTool("biome", ["check", "--error-on-warnings", "--max-diagnostics=60", "--colors=off", "."], rootDir);
}

export function findUnusedCode(): string[] {
  return runTool("knip", ["--no-progress", "--no-config-hints"], rootDir);
}

/** One line for each rule of biome.json and the file that breaks it. */
const lintCanaries: { rule: string; path: string; code: string }[] = [
  { rule: "lint/suspicious/noExplicitAny", path: "apps/web/src/lib/any.ts", code: "export const anything: any = 1;\n" },
  {
    rule: "lint/nursery/noFloatingPromises",
    path: "apps/web/src/lib/floating.ts",
    code: 'import { saveLater } from "./save-later.ts";\n\nexport function forget(): void {\n  saveLater();\n}\n',
  },
  { rule: "lint/suspicious/noConsole", path: "apps/web/src/lib/console.ts", code: 'console.error("lost");\n' },
  { rule: "lint/suspicious/noConsole", path: "apps/server/src/platform/print.ts", code: 'console.log("lost");\n' },
  {
    rule: "lint/style/useFilenamingConvention",
    path: "apps/web/src/lib/camelCase.ts",
    code: "export const planted = 1;\n",
  },
  {
    rule: "lint/correctness/noUnusedImports",
    path: "apps/web/src/lib/unused.ts",
    code: 'import { saveLater } from "./save-later.ts";\n\nexport const planted = 1;\n',
  },
  {
    rule: "lint/a11y/useButtonType",
    path: "apps/web/src/ui/press.tsx",
    code: "export const press = <button>Press</button>;\n",
  },
  { rule: "format", path: "apps/web/src/lib/unformatted.ts", code: "export   const planted = 1\n" },
];

/** Lint rules that miss their canary. */
export function findDeadLintRules(): string[] {
  return inCanaryDir((dir) => {
    for (const name of ["biome.json", ".gitignore"]) copyFileSync(join(rootDir, name), join(dir, name));
    plant(dir, "apps/web/src/lib/save-later.ts", "export async function saveLater(): Promise<void> {}\n");
    for (const { path, code } of lintCanaries) plant(dir, path, code);
    // The project's own settings, but outside of a git work tree.
    const { stdout, stderr } = run("biome", ["check", "--vcs-enabled=false", "--reporter=json", "."], dir);
    const start = stdout.indexOf("{");
    if (start < 0) return [`biome wrote no report. ${stderr}`];
    const report = JSON.parse(stdout.slice(start)) as {
      diagnostics: { category: string; location: { path: string } }[];
    };
    const caught = new Set(report.diagnostics.map((found) => `${found.category} ${found.location.path}`));
    return lintCanaries
      .map(({ rule, path }) => `${rule} ${path}`)
      .filter((canary) => !caught.has(canary))
      .map((canary) => `A canary lives: ${canary}`);
  });
}

/** Settings of tsconfig.base.json and code that only they reject, with the expected error. */
const typeCanaries: { code: string; path: string; source: string }[] = [
  { code: "TS7006", path: "implicit-any.ts", source: "export const twice = (value) => value * 2;\n" },
  { code: "TS2322", path: "unchecked-index.ts", source: "export const first: string = ([] as string[])[0];\n" },
  {
    code: "TS2375",
    path: "exact-optional.ts",
    source: "export const named: { name?: string } = { name: undefined };\n",
  },
  { code: "TS1294", path: "enumeration.ts", source: "export enum Kind {\n  Mesh,\n}\n" },
  {
    code: "TS1484",
    path: "type-import.ts",
    source: 'import { Named } from "./named.ts";\nexport const named: Named = { name: "" };\n',
  },
];

/** Compiler settings that miss their canary. */
export function findDeadTypeRules(): string[] {
  return inCanaryDir((dir) => {
    copyFileSync(join(rootDir, "tsconfig.base.json"), join(dir, "tsconfig.base.json"));
    plant(dir, "package.json", '{ "type": "module" }\n');
    const config = { extends: "./tsconfig.base.json", compilerOptions: { outDir: "out" }, include: ["*.ts"] };
    plant(dir, "tsconfig.json", JSON.stringify(config));
    plant(dir, "named.ts", "export interface Named {\n  name: string;\n}\n");
    for (const { path, source } of typeCanaries) plant(dir, path, source);
    const { stdout } = run("tsc", ["-b", "--pretty", "false"], dir);
    return typeCanaries
      .filter(({ code, path }) => !new RegExp(`^${path}\\(.*error ${code}:`, "m").test(stdout))
      .map(({ code, path }) => `A canary lives: ${code} in ${path}`);
  });
}

function inCanaryDir(use: (dir: string) => string[]): string[] {
  const dir = mkdtempSync(join(tmpdir(), "blueprint-canaries-"));
  try {
    return use(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function plant(dir: string, path: string, content: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
}

function runTool(name: string, args: string[], cwd: string): string[] {
  const { status, stdout, stderr } = run(name, args, cwd);
  return status === 0 ? [] : [`${stdout}${stderr}`.trim() || `${name} ended with ${status}`];
}

function run(name: string, args: string[], cwd: string) {
  // A check that hangs has failed.
  const result = spawnSync(join(binDir, name), args, {
    cwd,
    encoding: "utf8",
    timeout: 180_000,
    maxBuffer: 32 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  return { status: result.status, stdout: result.stdout ?? "", stderr: result.error?.message ?? result.stderr ?? "" };
}
