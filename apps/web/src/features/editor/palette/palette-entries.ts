import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import type { Vector3 } from "@blueprint/scene/vector";
import { anchorTypeLooks } from "../../viewer/viewer.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import { editorCommands } from "../commands/editor-commands.ts";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { selectObjects } from "../editor.store.ts";
import { toThreadName, toZoneName } from "../object-names.ts";
import type { Person } from "../people.ts";
import { toAnchorName } from "../scene-changes.ts";
import { toKeyNames } from "../shortcut.ts";
import type { PaletteEntry } from "./palette-search.ts";

/** Everything the palette offers: the commands that are possible now, the people here, and the objects by name. */
export function listPaletteEntries(
  room: EditorRoom,
  scene: Pick<Scene, "anchors" | "zones" | "threads">,
  people: readonly Person[],
  isMac: boolean,
): PaletteEntry[] {
  const toEntry = (kind: ObjectRef["kind"], id: string, label: string, noun: string): PaletteEntry => ({
    id: `${kind} ${id}`,
    group: "Items",
    label,
    noun,
    keys: [],
    run: () => {
      selectObjects(room.store, [{ kind, id }]);
      flyToSelected.run(room);
    },
  });
  return [
    ...editorCommands
      .filter((command) => command.id !== "open-palette" && command.isEnabled(room))
      .map((command): PaletteEntry => {
        const keys = command.shortcut === null ? [] : toKeyNames(command.shortcut, isMac);
        return { id: command.id, group: "Commands", label: command.label, keys, run: () => command.run(room) };
      }),
    ...people.map(
      ({ clientId, name, cursor }): PaletteEntry => ({
        id: `person ${clientId}`,
        group: "People",
        label: `Go to ${name}`,
        keys: [],
        run: () => cursor !== null && lookAt(room, cursor),
      }),
    ),
    ...scene.anchors.map((anchor) =>
      toEntry("anchors", anchor.id, toAnchorName(anchor), anchorTypeLooks[anchor.type].label),
    ),
    ...scene.zones.map((zone) => toEntry("zones", zone.id, toZoneName(zone), "Zone")),
    ...scene.threads.map((thread) => toEntry("threads", thread.id, toThreadName(thread), "Comment")),
  ];
}

/** Moves the camera to a point without turning it. */
function lookAt({ getScene }: EditorRoom, point: Vector3): void {
  const scene = getScene();
  if (scene === null) return;
  const { position, target } = scene.getPose();
  scene.setPose({
    position: [
      point[0] + position[0] - target[0],
      point[1] + position[1] - target[1],
      point[2] + position[2] - target[2],
    ],
    target: point,
  });
}
