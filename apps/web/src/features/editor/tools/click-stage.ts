import type { Vector3 } from "@blueprint/scene/vector";
import { listShown } from "../../viewer/viewer.ts";
import { type EditorRoom, getShownScene } from "../commands/editor-command.ts";
import { placeComment } from "../comments/place-comment.ts";
import { selectObjects } from "../editor.store.ts";
import { placeAnchor } from "../place-anchor.ts";
import { toggleRef } from "../selection.ts";
import { pickForAlign } from "./align/align-actions.ts";
import { drawPoint } from "./draw/draw-actions.ts";
import { findDotAt } from "./select/anchor-detail.ts";
import { findZoneAt } from "./zone/find-zone.ts";

const dotReachPx = 9;

export interface StageClick {
  readonly clientX: number;
  readonly clientY: number;
  readonly isShift: boolean;
  /** Top left corner of the stage in the window. */
  readonly corner: { readonly left: number; readonly top: number };
  /** Anchors drawn as dots, which have no click handler of their own. */
  readonly dots: readonly { readonly id: string; readonly position: Vector3 }[];
}

/** Handles a click on the stage with the active tool. */
export function clickStage(room: EditorRoom, click: StageClick): void {
  const { store } = room;
  const { tool, stage, selection } = store.getState();
  if (stage === null) return;
  const { clientX, clientY, isShift } = click;
  if (tool === "zone" || tool === "measure") {
    drawPoint(room, clientX, clientY, isShift);
    return;
  }
  const hit = stage.pickAt(clientX, clientY);
  if (tool === "anchor") {
    placeAnchor(room, hit);
    return;
  }
  if (tool === "comment") {
    placeComment(room, hit);
    return;
  }
  if (tool === "align") {
    pickForAlign(room, hit);
    return;
  }
  const at = { x: clientX - click.corner.left, y: clientY - click.corner.top };
  const dot = findDotAt(click.dots, at, dotReachPx, stage.toScreen.bind(stage));
  const zone =
    dot === null && hit !== null
      ? findZoneAt(listShown(store.getState().shown, "zones", getShownScene(room).zones), hit.point)
      : null;
  const ref =
    dot !== null ? ({ kind: "anchors", id: dot } as const) : zone && ({ kind: "zones", id: zone.id } as const);
  if (ref === null) {
    if (!isShift) selectObjects(store, []);
  } else selectObjects(store, isShift ? toggleRef(selection, ref) : [ref]);
}
