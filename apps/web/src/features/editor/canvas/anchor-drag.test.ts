import { addAnchor } from "@blueprint/scene/anchor-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { SceneUndo } from "@blueprint/scene/scene-undo";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { beforeEach, expect, it } from "vitest";
import type * as Y from "yjs";
import { createToastStore } from "../../../lib/toast.store.ts";
import { createAttempt } from "../attempt.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import { createEditorStore, selectObjects } from "../editor.store.ts";
import type { ToolStage } from "../tools/tool-stage.ts";
import { AnchorDrag } from "./anchor-drag.ts";

let doc: Y.Doc;
let undo: SceneUndo;
let room: EditorRoom;

beforeEach(() => {
  doc = createDocument();
  addAnchor(doc, buildAnchor({ id: "a", position: [0, 1, 0] }), "earlier");
  addAnchor(doc, buildAnchor({ id: "b", position: [5, 2, 5] }), "earlier");
  undo = new SceneUndo(doc);
  const connection = { getState: () => ({ scene: readScene(doc) }) };
  room = {
    connection,
    store: createEditorStore(),
    attempt: createAttempt(undo, createToastStore()),
  } as unknown as EditorRoom;
  room.store.setState({ snap: { ...room.store.getState().snap, gridMetres: 0 } });
});

const positions = () => readScene(doc).anchors.map(({ position }) => position);
const hit = (x: number) => ({ point: [x, 1, 0] as const, normal: [0, 0, 1] as const, scanId: "hall" });

it("drags the anchor along the surface as one step, and selects it", () => {
  const drag = new AnchorDrag(room);
  drag.follow("a", null, "start");
  for (const x of [1, 2, 3]) drag.follow("a", hit(x), "move");
  drag.follow("a", hit(4), "end");
  expect(room.store.getState().selectedAnchorId).toBe("a");
  expect(readScene(doc).anchors[0]).toMatchObject({ position: [4, 1, 0], normal: [0, 0, 1], scanId: "hall" });
  undo.undo();
  expect(positions()).toEqual([
    [0, 1, 0],
    [5, 2, 5],
  ]);
  expect(undo.canUndo()).toBe(false);
});

it("makes the next drag another step, even after one that never ended", () => {
  const drag = new AnchorDrag(room);
  drag.follow("a", hit(1), "start");
  drag.follow("a", hit(2), "move");
  drag.follow("a", hit(3), "start");
  drag.follow("a", hit(4), "end");
  undo.undo();
  expect(positions()[0]).toEqual([2, 1, 0]);
  undo.undo();
  expect(positions()[0]).toEqual([0, 1, 0]);
});

it("moves the whole selection by the same offset when the anchor is part of it", () => {
  selectObjects(room.store, [
    { kind: "anchors", id: "a" },
    { kind: "anchors", id: "b" },
  ]);
  const drag = new AnchorDrag(room);
  drag.follow("a", null, "start");
  drag.follow("a", hit(1), "move");
  drag.follow("a", hit(2), "end");
  expect(positions()).toEqual([
    [2, 1, 0],
    [7, 2, 5],
  ]);
  undo.undo();
  expect(positions()).toEqual([
    [0, 1, 0],
    [5, 2, 5],
  ]);
});

it("keeps the height and the surface of an anchor dragged on the plan", () => {
  const stage = {
    sightAt: (x: number, z: number) => ({ origin: [x, 10, z], direction: [0, -1, 0] }),
  } as unknown as ToolStage;
  const drag = new AnchorDrag(room);
  drag.followOnPlan(stage, "b", 5, 5, "start");
  drag.followOnPlan(stage, "b", 8, 6, "move");
  drag.followOnPlan(stage, "b", Number.NaN, Number.NaN, "end");
  expect(readScene(doc).anchors[1]).toMatchObject({ position: [8, 2, 6], scanId: null });
});
