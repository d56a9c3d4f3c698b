import { type SpaceMove, transformObjects } from "@blueprint/scene/transform-objects";
import { useMemo } from "react";
import { formatAmount } from "../../../../lib/format.ts";
import { findObjectName } from "../../object-names.ts";
import { useDocument, useEditor, useEditorRoom } from "../../use-editor-room.ts";
import type { ToolStage } from "../tool-stage.ts";
import { findPivot, listMovable } from "./find-pivot.ts";
import { type GizmoTarget, TransformGizmo } from "./transform-gizmo.tsx";

/** Larger selections are written once, on release: writing thousands many times a second would flood the connection. */
const liveWritesMax = 200;

/** Handles around the selection: move along the axes and over the floor, rotate about the vertical, scale. */
export function SelectionGizmo({ stage }: { readonly stage: ToolStage }) {
  const { store, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const selection = useEditor((state) => state.selection);
  const movable = useMemo(() => listMovable(selection), [selection]);
  const pivot = useMemo(() => findPivot(scene, movable), [scene, movable]);
  const only = movable.length === 1 ? movable[0] : undefined;
  if (pivot === null || movable.length === 0) return null;
  const isLive = movable.length <= liveWritesMax;
  const apply = (move: SpaceMove, joins: symbol | null = null): boolean =>
    attempt((doc) => transformObjects(doc, movable, move), { joins }) !== null;
  const target: GizmoTarget = {
    name: only === undefined ? formatAmount(movable.length, "object") : (findObjectName(scene, only) ?? "it"),
    pivot,
    reach: only?.kind === "anchors" ? "shift" : "upright",
    follow: (move, drag, joins) => {
      if (isLive) return apply(move, joins);
      store.setState({ preview: { ...drag.done, pivot: drag.pivot } });
      return true;
    },
    end: (drag) => {
      if (isLive) return;
      apply({ ...drag.done, pivot: drag.pivot });
      store.setState({ preview: null });
    },
  };
  return <TransformGizmo target={target} stage={stage} />;
}
