import { Box3, Object3D, Scene } from "three";
import { describe, expect, it } from "vitest";
import type { LoadedScan } from "../loaders/loaded-scan.ts";
import { ScanSlot } from "./scan-slot.ts";

function buildScan(name: string, ended: string[]): LoadedScan {
  const object = new Object3D();
  object.name = name;
  return { object, bounds: new Box3(), isSolid: false, raycast: () => null, dispose: () => ended.push(name) };
}

function buildSlot() {
  const scene = new Scene();
  const shown = new Map<string, LoadedScan>();
  const slot = new ScanSlot("hall", scene, {
    addScan: (id, scan) => shown.set(id, scan),
    removeScan: (id) => shown.delete(id),
  });
  return { slot, shown, drawn: () => scene.children.map(({ name }) => name), ended: [] as string[] };
}

describe("a scan that is converted again", () => {
  it("stays visible until the new one can be drawn, and is then replaced at once", () => {
    const { slot, shown, drawn, ended } = buildSlot();
    slot.take(buildScan("first", ended));
    expect(drawn()).toEqual(["first"]);
    const second = buildScan("second", ended);
    slot.take(second);
    expect(drawn()).toEqual(["second"]);
    expect(shown.get("hall")).toBe(second);
    expect(ended).toEqual(["first"]);
  });

  it("leaves nothing behind when the scan is switched off, and can return", () => {
    const { slot, shown, drawn, ended } = buildSlot();
    slot.take(buildScan("first", ended));
    slot.leave();
    slot.leave();
    expect(drawn()).toEqual([]);
    expect(shown.size).toBe(0);
    expect(ended).toEqual(["first"]);
    slot.take(buildScan("again", ended));
    expect(drawn()).toEqual(["again"]);
  });
});
