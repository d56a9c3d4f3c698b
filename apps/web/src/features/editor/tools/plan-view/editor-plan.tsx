import type { Scene } from "@blueprint/scene/read-scene";
import type { Zone } from "@blueprint/scene/zone";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Select } from "../../../../ui/select.tsx";
import {
  fitPlan,
  type PixelSize,
  PlanScale,
  type PlanWindow,
  PlanZoom,
  panPlan,
  usePlanGestures,
  zoomPlan,
} from "../../../viewer/viewer.ts";
import type { ToolStage } from "../tool-stage.ts";
import { DrawnWalls } from "./drawn-walls.tsx";
import { PlanDrawing } from "./plan-drawing.tsx";
import { PlanStage } from "./plan-stage.ts";
import { findExtent, type PlanStorey } from "./plan-storeys.ts";

const keyStepPx = 60;

/** The editor's floor plan: a storey from above, editable with the same tools. */
export function EditorPlan({
  scene,
  storeys,
  storey,
  zones,
  dots,
  bounds,
  pictures,
  onStorey,
  onStage,
  onClick,
}: {
  readonly scene: Scene;
  readonly storeys: readonly PlanStorey[];
  readonly storey: PlanStorey;
  readonly zones: readonly Zone[];
  readonly dots: readonly { readonly position: readonly [number, number, number] }[];
  readonly bounds: Parameters<typeof findExtent>[2];
  /** Drawings placed on this storey. */
  readonly pictures: (window: PlanWindow) => ReactNode;
  readonly onStorey: (id: string) => void;
  readonly onStage: (stage: ToolStage | null) => void;
  readonly onClick: (clientX: number, clientY: number, isShift: boolean) => void;
}) {
  const sheet = useRef<HTMLElement>(null);
  const stageRef = useRef<PlanStage | null>(null);
  const [size, setSize] = useState<PixelSize>({ width: 320, height: 320 });
  const [moved, setMoved] = useState<PlanWindow | null>(null);
  // Drawing must not make the plan jump: it is fitted once, then again only on request.
  const [fittedTo, setFittedTo] = useState(() => findExtent(scene, storey, bounds));
  const fitted = fitPlan(fittedTo, size);
  const window = moved ?? fitted;
  const least = Math.min(fitted.pxPerM, window.pxPerM) / 3;
  const tell = useEffectEvent(onStage);

  useEffect(() => {
    const element = sheet.current;
    if (element === null) return;
    const stage = new PlanStage(element);
    stageRef.current = stage;
    tell(stage);
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      stageRef.current = null;
      tell(null);
    };
  }, []);
  useLayoutEffect(() => stageRef.current?.show(window, size, storey.floorM));

  const fitAll = () => {
    setFittedTo(findExtent(scene, storey, bounds));
    setMoved(null);
  };
  const zoom = (factor: number, at = { x: 0, y: 0 }) => setMoved(zoomPlan(window, factor, at, least));
  const pan = (dx: number, dy: number) => setMoved(panPlan(window, dx, dy, findExtent(scene, storey, bounds)));
  const gestures = usePlanGestures(sheet, {
    pan,
    zoom,
    click: (_, event) => onClick(event.clientX, event.clientY, event.shiftKey),
  });
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== sheet.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = new Map<string, () => void>([
      ["ArrowLeft", () => pan(keyStepPx, 0)],
      ["ArrowRight", () => pan(-keyStepPx, 0)],
      ["ArrowUp", () => pan(0, keyStepPx)],
      ["ArrowDown", () => pan(0, -keyStepPx)],
      ["+", () => zoom(1.4)],
      ["=", () => zoom(1.4)],
      ["-", () => zoom(1 / 1.4)],
      ["Home", fitAll],
    ]);
    const move = moves.get(event.key);
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  return (
    <div className="sheet-grid absolute inset-0 isolate overflow-hidden bg-paper">
      <section
        ref={sheet}
        data-editor-plan={storey.id}
        aria-label="Floor plan. Arrow keys move it, plus and minus zoom, Home fits the whole plan."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed by keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...gestures}
        className="absolute inset-0 touch-none focus-visible:-outline-offset-4"
      >
        <div className="pointer-events-none absolute top-1/2 left-1/2">
          <DrawnWalls storey={storey} window={window} />
          {pictures(window)}
        </div>
        <PlanDrawing scene={scene} zones={zones} dots={dots} window={window} />
      </section>
      <div className="absolute top-3 left-3 z-10 flex flex-wrap items-center gap-2 max-md:top-16">
        {storeys.length < 2 ? null : (
          <Select
            compact
            label="Storey"
            className="w-40 bg-sheet"
            value={storey.id}
            onChange={({ target }) => {
              onStorey(target.value);
              setMoved(null);
            }}
            options={storeys.map(({ id, label }) => ({ value: id, label }))}
          />
        )}
        <PlanZoom tooltipSide="bottom" onZoom={zoom} onWhole={fitAll} />
        <PlanScale pxPerM={window.pxPerM} />
      </div>
    </div>
  );
}
