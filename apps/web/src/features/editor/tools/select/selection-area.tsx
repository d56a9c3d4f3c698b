import { toPolygon } from "@blueprint/scene/zone";
import { type PointerEvent as ReactPointerEvent, useState } from "react";
import { formatAmount } from "../../../../lib/format.ts";
import { getShownScene } from "../../commands/editor-command.ts";
import { selectObjects } from "../../editor.store.ts";
import { addRefs, type Selection } from "../../selection.ts";
import { useEditor, useEditorRoom } from "../../use-editor-room.ts";
import { toShownScene } from "../../views/shown-scene.ts";
import type { ScreenPoint, ToolStage } from "../tool-stage.ts";
import { pickInRectangle, pickUnderBrush, type ScreenRectangle, toRectangle } from "./pick-in-rectangle.ts";

const brushPx = 28;

/** Covers the stage while the user selects by rectangle or brush. */
export function SelectionArea({ stage }: { readonly stage: ToolStage }) {
  const room = useEditorRoom();
  const { connection, store } = room;
  const selectBy = useEditor((state) => state.selectBy);
  const tool = useEditor((state) => state.tool);
  const [drawn, setDrawn] = useState<{ readonly from: ScreenPoint; readonly to: ScreenPoint } | null>(null);
  if (tool !== "select" || selectBy === "click") return null;

  const toPoint = (event: ReactPointerEvent<HTMLElement>): ScreenPoint => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const find = (pick: (things: Things) => string[]): Selection => {
    const scene = toShownScene(getShownScene(room), store.getState().shown);
    const zones = scene.zones.map((zone) => ({
      id: zone.id,
      points: toPolygon(zone).outer.map(([x, z]) => [x, zone.heights[0], z] as const),
    }));
    return [
      ...pick(scene.anchors.map(({ id, position }) => ({ id, points: [position] }))).map((id) => ({
        kind: "anchors" as const,
        id,
      })),
      ...pick(zones).map((id) => ({ kind: "zones" as const, id })),
      ...pick(scene.measurements).map((id) => ({ kind: "measurements" as const, id })),
    ];
  };
  const take = (found: Selection) => selectObjects(store, addRefs(store.getState().selection, found));
  const brush = (at: ScreenPoint) => {
    const found = find((things) => pickUnderBrush(things, at, brushPx, stage.toScreen.bind(stage)));
    if (found.length > 0) take(found);
  };

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = toPoint(event);
    if (!event.shiftKey) selectObjects(store, []);
    setDrawn({ from: at, to: at });
    if (selectBy === "brush") brush(at);
  };
  const onPointerMove = (event: ReactPointerEvent<HTMLElement>) => {
    if (drawn === null) return;
    const at = toPoint(event);
    setDrawn({ from: drawn.from, to: at });
    if (selectBy === "brush") brush(at);
  };
  const onPointerUp = () => {
    if (drawn === null) return;
    if (selectBy === "rectangle") {
      const rectangle = toRectangle(drawn.from, drawn.to);
      take(find((things) => pickInRectangle(things, rectangle, stage.toScreen.bind(stage))));
    }
    setDrawn(null);
    connection.announce(`${formatAmount(store.getState().selection.length, "object")} selected.`);
  };
  const rectangle = drawn === null ? null : toRectangle(drawn.from, drawn.to);
  return (
    <div
      data-marker=""
      data-selection-area={selectBy}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrawn(null)}
      className="pointer-events-auto absolute inset-0 z-20 cursor-crosshair touch-none"
    >
      {rectangle === null || selectBy === "brush" ? null : <Rectangle {...rectangle} />}
      {drawn === null || selectBy === "rectangle" ? null : (
        <span
          style={{ left: drawn.to.x - brushPx, top: drawn.to.y - brushPx, width: 2 * brushPx, height: 2 * brushPx }}
          className="absolute rounded-full border border-accent bg-accent/15"
        />
      )}
    </div>
  );
}

type Things = Parameters<typeof pickInRectangle>[0];

function Rectangle({ left, top, right, bottom }: ScreenRectangle) {
  return (
    <span
      style={{ left, top, width: right - left, height: bottom - top }}
      className="absolute border border-accent border-dashed bg-accent/15"
    />
  );
}
