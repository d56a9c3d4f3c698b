import type { Scene } from "@blueprint/scene/read-scene";
import type { VolumeEffect } from "@blueprint/scene/volume";
import { addVolume, toOwnFrame } from "@blueprint/scene/volume-operations";
import type { EditorRoom } from "../../commands/editor-command.ts";
import { selectObjects } from "../../editor.store.ts";
import { findPlacement } from "../align/align-actions.ts";
import type { NamedScan } from "../align/align-panel.tsx";
import { startVolume } from "./start-volume.ts";

/** Adds a volume to a scan and selects it. A box to erase starts where the view looks, if that is on the scan. */
export function createVolume(room: EditorRoom, scan: NamedScan, effect: VolumeEffect): void {
  const { connection, store, userId, attempt } = room;
  const id = crypto.randomUUID();
  const seen = effect === "erase" ? (room.getScene()?.pickAtCentre() ?? null) : null;
  const placement = findPlacement(connection.getState().scene, store.getState(), scan.id);
  const at = seen?.scanId === scan.id ? toOwnFrame(seen.point, placement) : null;
  const started = startVolume(effect, scan.delivery.bounds, at);
  const author = { createdBy: userId, createdAt: new Date().toISOString() };
  const added = attempt((doc) => addVolume(doc, id, { ...started, scanId: scan.id, ...author }));
  if (added !== null) selectObjects(store, [{ kind: "volumes", id }]);
}

/** The selected volume, as the document has it now. */
export function findVolume({ volumes }: Pick<Scene, "volumes">, id: string | null) {
  return volumes.find((volume) => volume.id === id);
}
