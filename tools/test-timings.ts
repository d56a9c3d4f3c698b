import { relative, sep } from "node:path";
import { rootDir } from "./install.mjs";

export interface TestTiming {
  /** Path from the repository's root. */
  readonly file: string;
  readonly title: string;
  readonly ms: number;
}

/** The parts of Vitest's JSON report that hold times. */
interface VitestTimes {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number | null }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The parts of Playwright's JSON report that hold times. Paths are relative to `rootDir`. */
export interface PlaywrightTimes {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
}

export function readVitestTimings({ testResults }: VitestTimes): TestTiming[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ file: toPath(name), title: fullName, ms: duration ?? 0 })),
  );
}

export function readPlaywrightTimings({ config, suites }: PlaywrightTimes): TestTiming[] {
  const collect = (suite: PlaywrightSuite, outer: readonly string[]): TestTiming[] => [
    ...suite.specs.map(({ title, tests }) => ({
      file: toPath(`${config.rootDir}/${suite.file}`),
      title: [...outer, title].join(" "),
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...(suite.suites ?? []).flatMap((inner) => collect(inner, [...outer, inner.title])),
  ];
  // A file is a suite itself, titled by its path.
  return suites.flatMap((file) => collect(file, []));
}

/** Lines that name the slowest tests, slowest first. */
export function describeSlowest(timings: readonly TestTiming[], count = 10): string[] {
  return [...timings]
    .sort((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ file, title, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}: ${title}`);
}

function toPath(file: string): string {
  return relative(rootDir, file).split(sep).join("/");
}
