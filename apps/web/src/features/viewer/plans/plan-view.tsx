import type { PublishedAnchor } from "@blueprint/contract/published";
import { useEffect, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import { PinSign } from "../pins/pin-sign.tsx";
import type { CameraPose, Vector3Tuple } from "../scene/scene.ts";
import { StoreyChooser } from "../storeys/storey-chooser.tsx";
import { LaidDrawings } from "./laid-drawings.tsx";
import { PlanScale, PlanZoom } from "./plan-controls.tsx";
import { findPlanExtent, type PlanFloor } from "./plan-floors.ts";
import { PlanSheet } from "./plan-sheet.tsx";
import {
  type CoveredSides,
  findStorey,
  fitPlan,
  type PixelSize,
  type PlanWindow,
  panPlan,
  toPlanPixels,
  zoomPlan,
} from "./plan-window.ts";
import { Standpoint } from "./standpoint.tsx";
import { usePlanGestures } from "./use-plan-gestures.ts";

const keyStepPx = 60;

/** A place's floors from above: numbered marks for anchors, the user's position, and a way to go to a point. */
export function PlanView({
  floors,
  storey: chosenStorey,
  anchors,
  selectedAnchorId,
  pose,
  onSelect,
  onGoTo,
  covered,
  isBesidePanel = false,
}: {
  /** Lowest first; not empty. */
  readonly floors: readonly PlanFloor[];
  /** Index of the shown floor. Sheets have pages to choose here instead. */
  readonly storey: number;
  readonly anchors: readonly PublishedAnchor[];
  readonly selectedAnchorId: string | null;
  /** The viewer's camera; null until there is one. */
  readonly pose: CameraPose | null;
  readonly onSelect: (anchorId: string) => void;
  /** Called with a chosen point of the floor, metres. Null if the plan doesn't navigate. */
  readonly onGoTo: ((floorPoint: Vector3Tuple) => void) | null;
  /** Sides that panels cover at first: the whole plan is fitted next to them. */
  readonly covered: CoveredSides;
  /** Keeps the controls clear of a panel at the lower right. */
  readonly isBesidePanel?: boolean;
}) {
  const wording = useWording();
  const { t } = wording;
  const floorsM = floors.map(({ floorM }) => floorM);
  const selected = anchors.find(({ id }) => id === selectedAnchorId);
  const [page, setPage] = useState(0);
  const storey = Math.min(onGoTo === null ? page : chosenStorey, floors.length - 1);
  const floor = floors[storey]!;
  const { slice, drawings } = floor;
  // The team's drawings come first; choosing the scan's slice applies to every floor that has both.
  const [isSliceChosen, setIsSliceChosen] = useState(false);
  const isSliceShown = slice !== null && (isSliceChosen || drawings.length === 0);
  const extent = findPlanExtent(floor, isSliceChosen);
  const frame = useRef<HTMLElement>(null);
  const [size, setSize] = useState<PixelSize | null>(null);
  const [moved, setMoved] = useState<PlanWindow | null>(null);
  const fitted = fitPlan(extent, size ?? { width: 320, height: 320 }, covered);
  const window = moved ?? fitted;
  const least = Math.min(fitted.pxPerM, window.pxPerM) / 2;

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Another storey is fitted anew.
  const [fittedStorey, setFittedStorey] = useState(storey);
  if (fittedStorey !== storey) {
    setFittedStorey(storey);
    setMoved(null);
  }
  // Shows the anchor chosen in the list.
  const [shownId, setShownId] = useState(selectedAnchorId);
  if (shownId !== selectedAnchorId) {
    setShownId(selectedAnchorId);
    if (selected !== undefined) {
      setMoved({ ...window, x: selected.position[0], z: selected.position[2] });
    }
  }

  const zoom = (factor: number, at = { x: 0, y: 0 }) => setMoved(zoomPlan(window, factor, at, least));
  const pan = (dx: number, dy: number) => setMoved(panPlan(window, dx, dy, extent));
  const goTo = (at: { x: number; y: number }) =>
    onGoTo?.([window.x + at.x / window.pxPerM, floor.floorM, window.z + at.y / window.pxPerM]);

  const gestures = usePlanGestures(frame, { pan, zoom, click: goTo });
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== frame.current || event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case "ArrowLeft":
        pan(keyStepPx, 0);
        break;
      case "ArrowRight":
        pan(-keyStepPx, 0);
        break;
      case "ArrowUp":
        pan(0, keyStepPx);
        break;
      case "ArrowDown":
        pan(0, -keyStepPx);
        break;
      case "+":
      case "=":
        zoom(1.4);
        break;
      case "-":
        zoom(1 / 1.4);
        break;
      case "Home":
        setMoved(null);
        break;
      case "Enter":
        goTo({ x: 0, y: 0 });
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const here = anchors
    .map((anchor, index) => ({ anchor, number: index + 1 }))
    .filter(({ anchor }) => findStorey(floorsM, anchor.position[1]) === storey);
  const isPoseHere = pose !== null && findStorey(floorsM, pose.position[1] - 1) === storey;

  return (
    <div className="sheet-grid absolute inset-0 isolate overflow-hidden bg-paper">
      <section
        ref={frame}
        aria-label={t(onGoTo === null ? "plan.label" : "plan.labelGo")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed by keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...gestures}
        className="absolute inset-0 cursor-grab touch-none focus-visible:-outline-offset-4 active:cursor-grabbing"
      >
        <div className="absolute top-1/2 left-1/2">
          {isSliceShown ? (
            <PlanSheet plan={slice} window={window} size={size} />
          ) : (
            <LaidDrawings drawings={drawings} window={window} size={size} />
          )}
          {pose === null || !isPoseHere ? null : <Standpoint pose={pose} window={window} />}
          {here.map(({ anchor, number }) => {
            const { x, y } = toPlanPixels(window, anchor.position[0], anchor.position[2]);
            const title = anchor.title === "" ? t("page.untitled") : anchor.title;
            return (
              <button
                key={anchor.id}
                type="button"
                data-plan-mark={anchor.id}
                aria-label={`${number}. ${title}`}
                title={title}
                aria-current={anchor.id === selectedAnchorId ? "location" : undefined}
                onClick={() => onSelect(anchor.id)}
                style={{ left: x, top: y, "--pin": anchor.markColour } as React.CSSProperties}
                className={classNames(
                  "group absolute -mt-4.5 -ml-4.5 grid size-9 cursor-pointer place-items-center outline-none aria-[current]:z-10",
                )}
              >
                <span
                  className={classNames(
                    "grid h-6.5 min-w-6.5 place-items-center rounded-full border-2 border-sheet bg-(--pin,var(--accent)) px-1 font-mono text-caption font-strong text-on-accent shadow-overlay",
                    "transition-transform duration-120 group-hover:scale-110 group-aria-[current]:scale-125",
                    "group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent",
                  )}
                >
                  <PinSign icon={anchor.icon} type={anchor.type} number={number} />
                </span>
              </button>
            );
          })}
        </div>
      </section>

      <div
        className={classNames(
          "absolute bottom-[calc(var(--foot,0px)+0.75rem)] left-3 flex flex-wrap items-center gap-2",
          isBesidePanel ? "right-94" : "right-3",
        )}
      >
        {onGoTo === null ? (
          <StoreyChooser floors={floors} storey={storey} onChange={(next) => setPage(next ?? 0)} />
        ) : null}
        {slice === null || drawings.length === 0 ? null : (
          <Select
            compact
            label={t("plan.source")}
            className="w-44 bg-sheet"
            value={isSliceChosen ? "scan" : "drawing"}
            onChange={({ target }) => {
              setIsSliceChosen(target.value === "scan");
              setMoved(null);
            }}
            options={[
              { value: "drawing", label: nameDrawings(drawings, wording) },
              { value: "scan", label: t("plan.fromScan") },
            ]}
          />
        )}
        <PlanZoom onZoom={zoom} onWhole={() => setMoved(null)} />
        {isSliceShown && slice.isUnscaled ? (
          <p className="bg-paper px-1 text-caption text-ink-soft">{t("plan.notToScale")}</p>
        ) : (
          <PlanScale pxPerM={window.pxPerM} />
        )}
      </div>
    </div>
  );
}

function nameDrawings([first, ...more]: PlanFloor["drawings"], { t }: Wording): string {
  if (more.length > 0) return t("plan.drawings");
  return first === undefined || first.name === "" ? t("plan.drawing") : first.name;
}
