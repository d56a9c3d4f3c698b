import { describe, expect, test } from "vitest";
import { addObject } from "./object-operations.ts";
import { toPublishedScenes } from "./published-scene.ts";
import { readScene } from "./read-scene.ts";
import { getObjects, getSettings } from "./scene-document.ts";
import { isSceneTooNew, prepareScene } from "./scene-migrations.ts";
import { transformPoint } from "./similarity.ts";
import { createDocument } from "./testing/build-scene.ts";
import type { Vector3 } from "./vector.ts";
import { listVolumesOf, volumesPerScanMax } from "./volume.ts";
import { addVolume, moveFace, moveVolume, toScanFrame } from "./volume-operations.ts";

const box = { position: [1, 2, 3] as Vector3, yaw: 0, size: [2, 4, 6] as Vector3 };

describe("a volume of a scan", () => {
  test("reads back as it was added, and one without a size hides nothing", () => {
    const doc = createDocument();
    addVolume(doc, "a", { scanId: "hall", effect: "erase", position: [1, 2, 3], size: [2, 4, 6] });
    expect(readScene(doc).volumes).toMatchObject([{ id: "a", scanId: "hall", effect: "erase", ...box }]);
    (getObjects(doc, "volumes").get("a") as { delete(key: string): void }).delete("size");
    expect(readScene(doc).volumes).toEqual([]);
  });

  test("is refused beyond the number that a scan allows", () => {
    const doc = createDocument();
    const add = (id: string) =>
      addVolume(doc, id, { scanId: "hall", effect: "crop", position: [0, 0, 0], size: [1, 1, 1] });
    for (let index = 0; index < volumesPerScanMax; index++) add(`v${index}`);
    expect(() => add("more")).toThrow("up to 16");
    expect(() => addVolume(doc, "x", { scanId: "barn", effect: "crop", position: [0, 0, 0], size: [0, 1, 1] })).toThrow(
      "1 mm",
    );
    expect(listVolumesOf(readScene(doc).volumes, "hall")).toHaveLength(volumesPerScanMax);
    expect(listVolumesOf(readScene(doc).volumes, "barn")).toEqual([]);
  });

  test("can be moved in world coordinates although it is stored in the scan's own frame", () => {
    const doc = createDocument();
    addVolume(doc, "a", { scanId: "hall", effect: "crop", position: [1, 0, 0], size: [1, 1, 1] });
    const placement = {
      position: [10, 0, 0] as Vector3,
      rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const,
      scale: 2,
    };
    moveVolume(doc, readScene(doc).volumes[0]!, placement, { shift: [0, 1, -4] });
    const [moved] = readScene(doc).volumes;
    for (const [axis, part] of transformPoint(placement, moved!.position).entries())
      expect(part).toBeCloseTo([10, 1, -6][axis]!, 9);
    expect(moved?.size).toEqual([1, 1, 1]);
  });

  test("can be added to a document of the previous version, which otherwise stays as it was", () => {
    const doc = createDocument();
    addObject(doc, "placements", "hall", { scale: 2 });
    getSettings(doc).set("schemaVersion", 2);
    const before = readScene(doc);
    expect(isSceneTooNew(doc)).toBe(false);
    expect(prepareScene(doc)).toBe("current");
    expect(readScene(doc)).toEqual({ ...before, schemaVersion: 3 });
    addVolume(doc, "a", { scanId: "hall", effect: "crop", position: [0, 0, 0], size: [1, 1, 1] });
    expect(readScene(doc).volumes).toHaveLength(1);
  });

  test("is published with the scene", () => {
    const doc = createDocument();
    addVolume(doc, "a", { scanId: "hall", effect: "crop", position: [1, 2, 3], size: [2, 4, 6] });
    expect(toPublishedScenes(doc).visitors.volumes).toEqual([{ scanId: "hall", effect: "crop", ...box }]);
  });
});

describe("a face of a box", () => {
  test("moves alone: the opposite face stays", () => {
    const turned = { ...box, yaw: 0.6 };
    const wider = { ...turned, ...moveFace(turned, { axis: 0, side: 1 }, 3) };
    expect(wider.size).toEqual([5, 4, 6]);
    const [before, after] = [toScanFrame(turned, [-1, 0, 0]), toScanFrame(wider, [-1, 0, 0])];
    for (const axis of [0, 1, 2] as const) expect(after[axis]).toBeCloseTo(before[axis], 9);
  });

  test("stops a centimetre before the opposite face", () => {
    expect(moveFace(box, { axis: 2, side: -1 }, -99).size).toEqual([2, 4, 0.01]);
  });
});
