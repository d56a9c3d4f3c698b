import { transformPoint } from "@blueprint/scene/similarity";
import type { Vector3 } from "@blueprint/scene/vector";
import type { ViewerScan } from "../../../viewer/viewer.ts";
import { useDocument, useEditor, useEditorRoom } from "../../use-editor-room.ts";
import { findPlacement, moveScan } from "../align/align-actions.ts";
import type { NamedScan } from "../align/align-panel.tsx";
import type { ToolStage } from "../tool-stage.ts";
import { type GizmoTarget, TransformGizmo } from "./transform-gizmo.tsx";

/** Handles around the open scan: move, turn, tilt and scale. */
export function ScanGizmo({ scan, stage }: { readonly scan: NamedScan; readonly stage: ToolStage }) {
  const room = useEditorRoom();
  const { scene } = useDocument();
  const ownPlacements = useEditor((state) => state.ownPlacements);
  const target: GizmoTarget = {
    name: scan.name,
    pivot: transformPoint(findPlacement(scene, { ownPlacements }, scan.id), findFoot(scan)),
    reach: "free",
    follow: (move, _, joins) => room.attempt((doc) => moveScan(doc, room, scan.id, move), { joins }) !== null,
    end: () => undefined,
  };
  return <TransformGizmo target={target} stage={stage} />;
}

/** Centre of a scan's lowest level, in its own frame: turning about it keeps the scan in its place. */
function findFoot({ delivery: { bounds } }: Pick<ViewerScan, "delivery">): Vector3 {
  const { min, max } = bounds;
  return [(min[0] + max[0]) / 2, min[1], (min[2] + max[2]) / 2];
}

/** Whether a scan can be moved by handles: a panorama is a point, and drawings are placed as plans. */
export function hasGizmo({ kind }: Pick<ViewerScan, "kind">): boolean {
  return kind !== "panorama" && kind !== "plan";
}
