import { relative, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { rootDir } from "./install.mjs";

export interface TestTiming {
  /** Path from the repository's root. */
  readonly file: string;
  readonly title: string;
  readonly ms: number;
  /** What a failed test said. */
  readonly failure?: string;
}

/** The parts of Vitest's JSON report that hold times and failures. */
interface VitestTimes {
  readonly testResults: readonly {
    readonly name: string;
    readonly status?: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly duration?: number | null;
      readonly status?: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The parts of Playwright's JSON report that hold times and failures. Paths are relative to `rootDir`. */
export interface PlaywrightTimes {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
}

export function readVitestTimings({ testResults }: VitestTimes): TestTiming[] {
  return testResults.flatMap(({ name, status, message = "", assertionResults }) => {
    const file = toPath(name);
    const tests: TestTiming[] = assertionResults.map(({ fullName, duration, status, failureMessages }) => ({
      file,
      title: fullName,
      ms: duration ?? 0,
      ...(status === "failed" ? { failure: failureMessages?.join("\n") ?? "" } : {}),
    }));
    const isBroken = status === "failed" && tests.every(({ failure }) => failure === undefined);
    return isBroken ? [...tests, { file, title: "the file itself", ms: 0, failure: message }] : tests;
  });
}

export function readPlaywrightTimings({ config, suites }: PlaywrightTimes): TestTiming[] {
  const collect = (suite: PlaywrightSuite, outer: readonly string[]): TestTiming[] => [
    ...suite.specs.map(({ title, tests }) => {
      const results = tests.flatMap((run) => run.results);
      const errors = results.flatMap((result) => result.errors ?? []);
      return {
        file: toPath(`${config.rootDir}/${suite.file}`),
        title: [...outer, title].join(" "),
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        ...(errors.length > 0 ? { failure: errors.map(({ message = "" }) => message).join("\n") } : {}),
      };
    }),
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

/** Lines that name the failed tests, each followed by the beginning of what it said. */
export function describeFailed(timings: readonly TestTiming[], linesEach = 6): string[] {
  return timings.flatMap(({ file, title, failure }) =>
    failure === undefined
      ? []
      : [
          `${file}: ${title}`,
          ...stripVTControlCharacters(failure)
            .split("\n")
            .filter((line) => line.trim() !== "")
            .slice(0, linesEach)
            .map((line) => `    ${line}`),
        ],
  );
}

function toPath(file: string): string {
  return relative(rootDir, file).split(sep).join("/");
}
