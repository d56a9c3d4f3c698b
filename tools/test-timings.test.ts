import { join } from "node:path";
import { expect, it } from "vitest";
import { rootDir } from "./install.mjs";
import { describeFailed, describeSlowest, readPlaywrightTimings, readVitestTimings } from "./test-timings.ts";

it("lists the slowest tests of both reports, slowest first", () => {
  const unit = readVitestTimings({
    testResults: [
      {
        name: join(rootDir, "packages/scene/src/polygon.test.ts"),
        assertionResults: [
          { fullName: "a polygon has an area", duration: 1_234.5 },
          { fullName: "a polygon that was skipped" },
        ],
      },
    ],
  });
  const journey = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const file = "account.spec.ts";
  const browser = readPlaywrightTimings({
    config: { rootDir: join(rootDir, "e2e/journeys") },
    suites: [
      {
        title: file,
        file,
        specs: [journey("a name is changed", 35_000)],
        suites: [{ title: "when offline", file, specs: [journey("it waits", 400)] }],
      },
    ],
  });
  expect(describeSlowest([...unit, ...browser], 3)).toEqual([
    "  35.0 s  e2e/journeys/account.spec.ts: a name is changed",
    "   1.2 s  packages/scene/src/polygon.test.ts: a polygon has an area",
    "   0.4 s  e2e/journeys/account.spec.ts: when offline it waits",
  ]);
});

it("lists the failed tests of both reports, with their errors", () => {
  const unit = readVitestTimings({
    testResults: [
      {
        name: join(rootDir, "packages/scene/src/polygon.test.ts"),
        assertionResults: [
          {
            fullName: "a polygon has an area",
            status: "failed",
            failureMessages: ["expected 4 to be 5\n\n  at line 3"],
          },
          { fullName: "a polygon has a centre", status: "passed", failureMessages: [] },
        ],
      },
      {
        name: join(rootDir, "tools/broken.test.ts"),
        status: "failed",
        message: "No such module",
        assertionResults: [],
      },
    ],
  });
  const browser = readPlaywrightTimings({
    config: { rootDir: join(rootDir, "e2e/journeys") },
    suites: [
      {
        title: "maps.spec.ts",
        file: "maps.spec.ts",
        specs: [
          {
            title: "a map opens",
            tests: [{ results: [{ duration: 1, errors: [{ message: "\u001b[31mTimed out\u001b[39m\nmore" }] }] }],
          },
          { title: "a map closes", tests: [{ results: [{ duration: 1, errors: [] }] }] },
        ],
      },
    ],
  });
  expect(describeFailed([...unit, ...browser], 2)).toEqual([
    "packages/scene/src/polygon.test.ts: a polygon has an area",
    "    expected 4 to be 5",
    "      at line 3",
    "tools/broken.test.ts: the file itself",
    "    No such module",
    "e2e/journeys/maps.spec.ts: a map opens",
    "    Timed out",
    "    more",
  ]);
});
