import { addAnchor } from "@blueprint/scene/anchor-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { addZone } from "@blueprint/scene/zone-operations";
import { expect, it } from "vitest";
import type { CameraPose } from "../../viewer/viewer.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import { createEditorStore } from "../editor.store.ts";
import type { Person } from "../people.ts";
import { listPaletteEntries } from "./palette-entries.ts";

function open(access: "edit" | "read") {
  const doc = createDocument();
  addAnchor(doc, buildAnchor({ id: "a", title: "Fire door" }));
  const outer = [
    [0, 0],
    [4, 0],
    [4, 4],
  ] as const;
  addZone(doc, "z", { outer, holes: [] }, { name: "Hall" });
  const scene = readScene(doc);
  let pose: CameraPose = { position: [0, 2, 5], target: [0, 0, 0] };
  const handle = {
    getPose: () => pose,
    setPose: (next: CameraPose) => {
      pose = next;
    },
  };
  const state = { scene, access, isLoaded: true, isTooNew: false, end: null, canUndo: false, canRedo: false };
  const connection = { getState: () => state };
  const store = createEditorStore();
  store.setState({ hasScene: true });
  const room = { connection, store, getScene: () => handle } as unknown as EditorRoom;
  const ada = { clientId: 7, name: "Ada", cursor: [10, 1, 10] } as unknown as Person;
  const entries = listPaletteEntries(room, scene, [ada], false);
  const find = (label: string) => entries.find((entry) => entry.label === label)!;
  return { room, entries, find, getPose: () => pose };
}

it("offers only the commands that are currently possible, and never itself", () => {
  const offered = (access: "edit" | "read") =>
    open(access)
      .entries.filter(({ group }) => group === "Commands")
      .map(({ id }) => id);
  expect(offered("edit")).toContain("choose-anchor");
  expect(offered("read")).not.toContain("choose-anchor");
  expect(open("edit").entries.map(({ id }) => id)).not.toContain("open-palette");
  expect(new Set(open("edit").entries.map(({ id }) => id)).size).toBe(open("edit").entries.length);
});

it("opens an object without turning the camera, and goes to a person", () => {
  const { room, find, getPose } = open("edit");
  find("Go to Ada").run();
  expect(getPose()).toEqual({ position: [10, 3, 15], target: [10, 1, 10] });
  find("Hall").run();
  expect(room.store.getState().selection).toEqual([{ kind: "zones", id: "z" }]);
});
