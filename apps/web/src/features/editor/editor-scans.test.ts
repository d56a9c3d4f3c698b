import type { Scan } from "@blueprint/contract/scans";
import { addObject } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { addVolume } from "@blueprint/scene/volume-operations";
import { expect, it } from "vitest";
import { listCanvasScans, listReadyScans } from "./editor-scans.ts";

const scan = (id: string, kind: Scan["kind"], isReady = true) =>
  ({ id, kind, fileName: `${id}.glb`, delivery: isReady ? {} : null }) as Scan;

it("lists scans that have a delivery, where the document places them and without what it hides", () => {
  const doc = createDocument();
  addObject(doc, "placements", "hall", { position: [1, 0, 2] });
  addVolume(doc, "box", { scanId: "hall", effect: "erase", position: [0, 0, 0], size: [1, 1, 1] });
  const scans = [scan("hall", "mesh"), scan("coming", "mesh", false), scan("annex", "mesh")];
  const ready = listReadyScans(scans, readScene(doc), false);
  expect(ready.map(({ id, name }) => [id, name])).toEqual([
    ["hall", "hall.glb"],
    ["annex", "annex.glb"],
  ]);
  expect(ready[0]).toMatchObject({ placement: { position: [1, 0, 2] }, volumes: [{ effect: "erase" }] });
  expect(ready[1]!.placement).toBeUndefined();
  expect(listReadyScans(scans, readScene(doc), true)[0]!.volumes).toBeUndefined();
});

it("shows drawings on the canvas only when there is nothing else", () => {
  const [hall, sheet, other] = [{ kind: "mesh" }, { kind: "plan" }, { kind: "plan" }] as const;
  expect(listCanvasScans([sheet, hall])).toEqual([hall]);
  expect(listCanvasScans([sheet, other])).toEqual([sheet]);
  expect(listCanvasScans([])).toEqual([]);
});
