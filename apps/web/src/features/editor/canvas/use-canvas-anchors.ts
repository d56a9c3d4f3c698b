import type { Vector3 } from "@blueprint/scene/vector";
import { useMemo } from "react";
import { listShown, type ViewerAnchor } from "../../viewer/viewer.ts";
import { choosePins } from "../tools/select/anchor-detail.ts";
import { useDocument, useEditor, usePeople } from "../use-editor-room.ts";
import { packTeammateColours, toCanvasAnchors, unpackTeammateColours } from "./canvas-anchors.ts";

/** Anchors as the canvas draws them: pins, and dots for the rest when there are very many. */
export function useCanvasAnchors(camera: Vector3): {
  readonly anchors: readonly ViewerAnchor[];
  readonly pins: readonly ViewerAnchor[];
  readonly dots: readonly ViewerAnchor[];
} {
  const { scene } = useDocument();
  const people = usePeople();
  const selection = useEditor((state) => state.selection);
  const preview = useEditor((state) => state.preview);
  const compared = useEditor((state) => state.compared);
  const shown = useEditor((state) => state.shown);
  const teammates = packTeammateColours(people);
  const selected = useMemo(
    () => new Set(selection.filter(({ kind }) => kind === "anchors").map(({ id }) => id)),
    [selection],
  );
  const anchors = useMemo(
    () =>
      toCanvasAnchors(scene.anchors, {
        drawn: new Set(listShown(shown, "anchors", scene.anchors).map(({ id }) => id)),
        selected,
        teammateColours: unpackTeammateColours(teammates),
        changes: compared?.changes,
        preview,
      }),
    [scene.anchors, teammates, selected, preview, compared, shown],
  );
  return useMemo(() => ({ anchors, ...choosePins(anchors, selected, camera) }), [anchors, selected, camera]);
}
