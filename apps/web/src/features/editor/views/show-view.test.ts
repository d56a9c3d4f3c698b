import { addObject } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { expect, it } from "vitest";
import type { CameraPose } from "../../viewer/viewer.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import { createEditorStore } from "../editor.store.ts";
import { readSeenNow, showView } from "./show-view.ts";

it.each(["orbit", "walk", "fly"] as const)("reopens a view in the mode in which it was saved: %s", (mode) => {
  const store = createEditorStore();
  let pose: CameraPose = { position: [1, 2, 3], target: [0, 0, 0] };
  const scene = {
    getPose: () => pose,
    setPose: (next: CameraPose) => {
      pose = next;
    },
  };
  const room = { store, getScene: () => scene } as unknown as EditorRoom;
  store.setState({ mode });
  const doc = createDocument();
  addObject(doc, "views", "v", { ...readSeenNow(room)! });
  store.setState({ mode: mode === "orbit" ? "walk" : "orbit", view: "plan" });
  pose = { position: [9, 9, 9], target: [0, 0, 0] };
  showView(room, readScene(doc).views[0]!);
  expect(store.getState()).toMatchObject({ mode, view: "scene" });
  expect(pose.position).toEqual([1, 2, 3]);
});
