import { join } from "node:path";
import { expect, it } from "vitest";
import { rootDir } from "./install.mjs";
import { describeSlowest, readPlaywrightTimings, readVitestTimings } from "./test-timings.ts";

it("names the slowest tests of both reports, slowest first", () => {
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
