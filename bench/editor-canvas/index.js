// What selecting and dragging cost the editor's page at the size it promises to handle: 5,000 anchors and 500 zones in
// one document. Measures everything the page computes for one frame (document, rereading it, choosing pins, building
// meshes); excludes the graphics card's work for two draw calls.
//
//   node bench/editor-canvas [anchors] [zones]
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { addObject } from "@blueprint/scene/object-operations";
import { SceneReader } from "@blueprint/scene/scene-reader";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { transformObjects } from "@blueprint/scene/transform-objects";
import { addZone, moveZoneVertices } from "@blueprint/scene/zone-operations";
import { addRefs, isSelected } from "../../apps/web/src/features/editor/selection.ts";
import { choosePins, findDotAt } from "../../apps/web/src/features/editor/tools/select/anchor-detail.ts";
import { pickInRectangle } from "../../apps/web/src/features/editor/tools/select/pick-in-rectangle.ts";
import { findPivot } from "../../apps/web/src/features/editor/tools/transform/find-pivot.ts";
import { findZoneAt } from "../../apps/web/src/features/editor/tools/zone/find-zone.ts";
import { toViewerZone } from "../../apps/web/src/features/editor/tools/zone/viewer-zone.ts";
import { buildZoneMesh } from "../../apps/web/src/features/viewer/zones/zone-mesh.ts";

const [anchorCount = 5_000, zoneCount = 500] = process.argv.slice(2).map(Number);
const rounds = 30;
const perRow = Math.ceil(Math.sqrt(anchorCount));

const doc = createDocument();
const author = { createdBy: "bench", createdAt: "2026-01-01T00:00:00.000Z" };
doc.transact(() => {
  for (let index = 0; index < anchorCount; index += 1) {
    const position = [(index % perRow) * 2, 1.4, Math.floor(index / perRow) * 2];
    addObject(doc, "anchors", `a${index}`, { type: "info", title: `Anchor ${index}`, position, ...author });
  }
  for (let index = 0; index < zoneCount; index += 1) {
    const [x, z] = [(index % 25) * 6, Math.floor(index / 25) * 6];
    const outer = Array.from({ length: 12 }, (_, corner) => {
      const angle = (corner / 12) * 2 * Math.PI;
      return [x + 2.5 * Math.cos(angle), z + 2.5 * Math.sin(angle)];
    });
    addZone(doc, `z${index}`, { outer, holes: [] }, { name: `Zone ${index}`, ...author });
  }
});
const reader = new SceneReader(doc);
const toScreen = ([x, , z]) => ({ x: x * 8, y: z * 8 });
const colour = () => [0.2, 0.4, 0.9];
const all = reader.scene.anchors.map(({ id }) => ({ kind: "anchors", id }));
const few = all.slice(0, 50);

function measure(name, run) {
  run(0);
  const times = [];
  for (let round = 1; round <= rounds; round += 1) {
    const start = performance.now();
    run(round);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(2).padStart(8);
  console.log(`${name.padEnd(58)} median ${at(0.5)} ms   worst ${at(1)} ms`);
}

const memory = readFileSync("/proc/meminfo", "utf8").split("\n")[0]?.replace(/\s+/g, " ");
console.log(`${anchorCount} anchors, ${zoneCount} zones; ${cpus()[0]?.model}, ${memory}, Node ${process.version}`);
measure("select: a click finds a dot and a zone", () => {
  findDotAt(reader.scene.anchors, { x: 400, y: 400 }, 9, toScreen);
  findZoneAt(reader.scene.zones, [30, 0, 30]);
});
measure("select: a rectangle around everything", () => {
  const things = reader.scene.anchors.map(({ id, position }) => ({ id, points: [position] }));
  const ids = pickInRectangle(things, { left: -1, top: -1, right: 1e6, bottom: 1e6 }, toScreen);
  const selection = addRefs(
    [],
    ids.map((id) => ({ kind: "anchors", id })),
  );
  isSelected(selection, { kind: "anchors", id: "a0" });
  findPivot(reader.scene, selection);
});
measure("camera at rest: pins and dots are chosen anew", (round) => {
  choosePins(reader.scene.anchors, new Set(), [round, 1, round]);
});
measure("drag, one frame: one anchor", (round) => {
  transformObjects(doc, all.slice(0, 1), { shift: [round % 2 === 0 ? 0.01 : -0.01, 0, 0] });
  choosePins(reader.scene.anchors, new Set(["a0"]), [0, 1, 0]);
});
measure("drag, one frame: 50 anchors", (round) => {
  transformObjects(doc, few, { shift: [round % 2 === 0 ? 0.01 : -0.01, 0, 0] });
  choosePins(reader.scene.anchors, new Set(few.map(({ id }) => id)), [0, 1, 0]);
});
measure("drag, one frame: all anchors, as a preview", () => {
  const chosen = new Set(all.map(({ id }) => id));
  const shown = reader.scene.anchors.map((anchor) => ({
    ...anchor,
    position: [anchor.position[0] + 0.01, anchor.position[1], anchor.position[2]],
  }));
  choosePins(shown, chosen, [0, 1, 0]);
});
measure("drag, let go: all anchors are written once", (round) => {
  transformObjects(doc, all, { shift: [round % 2 === 0 ? 0.01 : -0.01, 0, 0] });
});
measure("drag, one frame: a corner of one zone, all zones drawn", (round) => {
  const at = [2.5 + (round % 10) / 100, 0];
  moveZoneVertices(doc, "z0", [{ ringId: "outer", vertexId: "c0", at }]);
  buildZoneMesh(reader.scene.zones.map(toViewerZone), colour);
});
