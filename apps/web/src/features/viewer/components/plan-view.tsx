import type { PublishedAnchor } from "@blueprint/contract/published";
import { Navigation } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import { findPlanExtent, type PlanFloor } from "../plan-floors.ts";
import {
  type CoveredSides,
  findStorey,
  fitPlan,
  type PixelSize,
  type PlanWindow,
  panPlan,
  toPlanPixels,
  zoomPlan,
} from "../plan-window.ts";
import { usePlanGestures } from "../use-plan-gestures.ts";
import type { CameraPose, Vector3Tuple } from "../viewer.ts";
import { LaidDrawings } from "./laid-drawings.tsx";
import { PinSign } from "./pin-sign.tsx";
import { PlanScale, PlanZoom } from "./plan-controls.tsx";
import { PlanSheet } from "./plan-sheet.tsx";

const keyStepPx = 60;

/** The floors of a place seen from above: places as numbered marks, where one stands, and a way to go there. */
export function PlanView({
  floors,
  anchors,
  selectedAnchorId,
  pose,
  onSelect,
  onGoTo,
  covered,
}: {
  /** Lowest first; at least one. */
  readonly floors: readonly PlanFloor[];
  readonly anchors: readonly PublishedAnchor[];
  readonly selectedAnchorId: string | null;
  /** Where the viewer's camera is; null before there is one. */
  readonly pose: CameraPose | null;
  readonly onSelect: (anchorId: string) => void;
  /** Somebody chose a point of the floor, metres. Null where the plan leads nowhere. */
  readonly onGoTo: ((floorPoint: Vector3Tuple) => void) | null;
  /** What lies below panels at first: the whole plan is shown beside it. */
  readonly covered: CoveredSides;
}) {
  const wording = useWording();
  const { t } = wording;
  const floorsM = floors.map(({ floorM }) => floorM);
  const selected = anchors.find(({ id }) => id === selectedAnchorId);
  const [storey, setStorey] = useState(() =>
    // Sheets all lie at the same height: the first one comes first.
    onGoTo === null ? 0 : findStorey(floorsM, (selected?.position ?? pose?.position)?.[1] ?? 0),
  );
  const floor = floors[Math.min(storey, floors.length - 1)]!;
  const { slice, drawings } = floor;
  // What the team has drawn comes first; who asks for what the scan shows gets that on every floor that has both.
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

  // What was chosen in the list is to be seen, on whichever storey it is.
  const [shownId, setShownId] = useState(selectedAnchorId);
  if (shownId !== selectedAnchorId) {
    setShownId(selectedAnchorId);
    if (selected !== undefined) {
      setStorey(findStorey(floorsM, selected.position[1]));
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
                  <PinSign icon={anchor.icon} number={number} />
                </span>
              </button>
            );
          })}
        </div>
      </section>

      <div className="absolute bottom-3 left-3 flex flex-wrap items-center gap-2">
        {floors.length < 2 ? null : (
          <Select
            compact
            label={t(slice?.label === undefined ? "plan.storey" : "plan.page")}
            className="w-40 bg-sheet"
            value={String(storey)}
            onChange={({ target }) => {
              setStorey(Number(target.value));
              setMoved(null);
            }}
            options={floors.map(({ floorM, label }, index) => ({
              value: String(index),
              label: label ?? nameStorey(index + 1, floorM - floorsM[0]!, wording),
            }))}
          />
        )}
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

function nameStorey(number: number, heightM: number, { t, language }: Wording): string {
  const metres = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return t("plan.storeyAt", { number, height: metres.format(heightM) });
}

function nameDrawings([first, ...more]: PlanFloor["drawings"], { t }: Wording): string {
  if (more.length > 0) return t("plan.drawings");
  return first === undefined || first.name === "" ? t("plan.drawing") : first.name;
}

/** Where the camera is, and which way it looks. */
function Standpoint({ pose, window }: { readonly pose: CameraPose; readonly window: PlanWindow }) {
  const { t } = useWording();
  const { x, y } = toPlanPixels(window, pose.position[0], pose.position[2]);
  const ahead = Math.atan2(pose.target[0] - pose.position[0], pose.position[2] - pose.target[2]);
  return (
    <span
      role="img"
      aria-label={t("plan.youAreHere")}
      title={t("plan.youAreHere")}
      className="pointer-events-none absolute -mt-3 -ml-3 grid size-6 place-items-center rounded-full border border-line bg-sheet text-accent shadow-overlay"
      style={{ left: x, top: y, rotate: `${ahead}rad` }}
    >
      {/* The icon points to the upper right. */}
      <Navigation size={14} strokeWidth={1.5} fill="currentColor" className="-rotate-45" />
    </span>
  );
}
