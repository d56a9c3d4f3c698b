import { expect, test } from "vitest";
import { judgeMemory } from "./judge-memory.ts";

const toBytes = (megabytes: number) => megabytes * 2 ** 20;
const judge = (samples: readonly number[], atEnd: number) => judgeMemory(samples.map(toBytes), toBytes(atEnd)).faults;

test.each([
  ["that stays", [200, 300, 320, 310, 330], 320, []],
  ["that warms up in the first quarter", [100, 400, 420, 430, 420, 440, 450, 440], 440, []],
  ["that comes back after a busy time", [200, 300, 900, 1_200, 1_100], 400, []],
  ["that does not come back", [200, 300, 500, 700, 900], 800, ["grew from 300 MB to 800 MB"]],
  ["that rises too far and comes back", [200, 300, 1_700, 400], 310, ["rose to 1700 MB"]],
  [
    "that rises while it should be quiet",
    [300, 300, 300, 300],
    2_000,
    ["grew from 300 MB to 2000 MB", "rose to 2000 MB"],
  ],
  ["of a run without a sample", [], 300, []],
])("memory %s", (_, samples, atEnd, faults) => {
  expect(judge(samples, atEnd)).toEqual(faults);
});
