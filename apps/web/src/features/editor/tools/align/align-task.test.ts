import { fromTurns } from "@blueprint/scene/scan-placement";
import { transformPoint } from "@blueprint/scene/similarity";
import type { Vector3 } from "@blueprint/scene/vector";
import { toOwnFrame } from "@blueprint/scene/volume-operations";
import { describe, expect, test } from "vitest";
import { type AlignTask, addScanPick, fitScan, removeLastPick } from "./align-task.ts";

type ScanTask = Extract<AlignTask, { kind: "scan" }>;

const placement = {
  position: [3, 1, -2] as Vector3,
  rotation: [0, Math.sin(0.4), 0, Math.cos(0.4)] as const,
  scale: 2,
};
const begun: ScanTask = { kind: "scan", scanId: "annex", pairs: [], picked: null };

function pick(task: ScanTask, point: Vector3, scanId: string | null): ScanTask {
  return addScanPick(task, { point, scanId }, placement).task;
}

test("a point picked on a moved scan is stored in the scan's own frame", () => {
  const own: Vector3 = [1, 2, 3];
  const back = toOwnFrame(transformPoint(placement, own), placement);
  for (const axis of [0, 1, 2] as const) expect(back[axis]).toBeCloseTo(own[axis], 9);
});

describe("placing a scan by pairs", () => {
  test("needs a point on the scan first and then a point on something else", () => {
    expect(addScanPick(begun, { point: [0, 0, 0], scanId: "hall" }, placement).problem).toBe("other-scan-first");
    const half = pick(begun, [0, 0, 0], "annex");
    expect(addScanPick(half, { point: [1, 0, 0], scanId: "annex" }, placement).problem).toBe("same-scan-again");
    expect(pick(half, [1, 0, 0], "hall").pairs).toHaveLength(1);
  });

  test("finds the position given by its pairs, and shows a third one's deviation", () => {
    const truth = {
      position: [10, 0.5, 4] as Vector3,
      rotation: [0, Math.sin(-0.3), 0, Math.cos(0.3)] as const,
      scale: 1,
    };
    const owns: Vector3[] = [
      [0, 0, 0],
      [6, 0, 1],
      [2, 0, 5],
    ];
    const exact = owns.reduce(
      (task, own) => pick(pick(task, transformPoint(placement, own), "annex"), transformPoint(truth, own), "hall"),
      begun,
    );
    const found = fitScan(exact.pairs);
    expect(found?.rms).toBeLessThan(1e-9);
    expect(found?.similarity.position.map((part) => Math.round(part * 1e6) / 1e6)).toEqual([10, 0.5, 4]);
    const off = exact.pairs.map((pair, index) =>
      index === 2 ? { ...pair, to: [pair.to[0] + 0.3, pair.to[1], pair.to[2]] as Vector3 } : pair,
    );
    expect(fitScan(off)?.rms).toBeGreaterThan(0.05);
    expect(fitScan(exact.pairs.slice(0, 1))).toBeNull();
  });

  test("keeps the tilt of a scan that was levelled by hand", () => {
    const tilted = { ...placement, rotation: fromTurns({ yaw: 0.3, pitch: 0.2, roll: -0.1 }) };
    const truth = {
      position: [10, 0.5, 4] as Vector3,
      rotation: fromTurns({ yaw: -1, pitch: 0.2, roll: -0.1 }),
      scale: 1,
    };
    const owns: Vector3[] = [
      [0, 0, 0],
      [6, 0, 1],
      [2, 1, 5],
    ];
    const found = fitScan(
      owns.map((from) => ({ from, to: transformPoint(truth, from) })),
      tilted.rotation,
    );
    expect(found?.rms).toBeLessThan(1e-9);
    for (const [at, part] of found!.similarity.rotation.entries()) expect(part).toBeCloseTo(truth.rotation[at]!, 9);
  });

  test("undoes pick by pick", () => {
    const half = pick(begun, [0, 0, 0], "annex");
    const whole = pick(half, [1, 0, 0], "hall");
    expect(removeLastPick(half)).toEqual(begun);
    expect(removeLastPick(whole)).toEqual(begun);
  });
});
