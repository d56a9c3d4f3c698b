import type { PublishedAnchor } from "@blueprint/contract/published";
import { useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import type { CameraPose, Vector3Tuple } from "../scene/scene.ts";
import { StoreyChooser } from "../storeys/storey-chooser.tsx";
import { LaidDrawings } from "./laid-drawings.tsx";
import { PlanScale, PlanZoom } from "./plan-controls.tsx";
import { handlePlanKey } from "./plan-keys.ts";
import { PlanPins } from "./plan-pins.tsx";
import { PlanRoute } from "./plan-route.tsx";
import { PlanSheet } from "./plan-sheet.tsx";
import { type CoveredSides, findStorey } from "./plan-window.ts";
import { Standpoint } from "./standpoint.tsx";
import { findPlanExtent, type StoreyPlan } from "./storey-plans.ts";
import { usePlanGestures } from "./use-plan-gestures.ts";
import { usePlanWindow } from "./use-plan-window.ts";

/** A place's storeys from above: numbered marks for anchors, the user's position, and a way to go to a point. */
export function PlanView({
  storeyPlans,
  storey: chosenStorey,
  anchors,
  selectedAnchorId,
  pose,
  route,
  onSelect,
  onGoTo,
  covered,
  isBesidePanel = false,
}: {
  /** Lowest first; not empty. */
  readonly storeyPlans: readonly StoreyPlan[];
  /** Index of the shown storey. Sheets have pages to choose here instead. */
  readonly storey: number;
  readonly anchors: readonly PublishedAnchor[];
  readonly selectedAnchorId: string | null;
  /** The viewer's camera; null until there is one. */
  readonly pose: CameraPose | null;
  /** A way on the floor, metres; null for none. */
  readonly route: readonly Vector3Tuple[] | null;
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
  const floorsM = storeyPlans.map(({ floorM }) => floorM);
  const [page, setPage] = useState(0);
  const storey = Math.min(onGoTo === null ? page : chosenStorey, storeyPlans.length - 1);
  const storeyPlan = storeyPlans[storey]!;
  const { slice, drawings } = storeyPlan;
  // The team's drawings come first; choosing the scan's slice applies to every storey that has both.
  const [isSliceChosen, setIsSliceChosen] = useState(false);
  const isSliceShown = slice !== null && (isSliceChosen || drawings.length === 0);
  const extent = findPlanExtent(storeyPlan, isSliceChosen);
  const frame = useRef<HTMLElement>(null);
  const { window, size, zoom, pan, showWhole } = usePlanWindow(frame, {
    extent,
    covered,
    storey,
    centreId: selectedAnchorId,
    centre: anchors.find(({ id }) => id === selectedAnchorId)?.position,
  });
  const goTo = (at: { x: number; y: number }) =>
    onGoTo?.([window.x + at.x / window.pxPerM, storeyPlan.floorM, window.z + at.y / window.pxPerM]);

  const gestures = usePlanGestures(frame, { pan, zoom, click: goTo });
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== frame.current) return;
    handlePlanKey(event, { pan, zoom, showWhole, goToMiddle: () => goTo({ x: 0, y: 0 }) });
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
          {route === null ? null : <PlanRoute points={route} floorsM={floorsM} storey={storey} window={window} />}
          {pose === null || !isPoseHere ? null : <Standpoint pose={pose} window={window} />}
          <PlanPins pins={here} selectedAnchorId={selectedAnchorId} window={window} onSelect={onSelect} />
        </div>
      </section>

      <div
        className={classNames(
          "absolute bottom-[calc(var(--foot,0px)+0.75rem)] left-3 flex flex-wrap items-center gap-2",
          isBesidePanel ? "right-94" : "right-3",
        )}
      >
        {onGoTo === null ? (
          <StoreyChooser storeyPlans={storeyPlans} storey={storey} onChange={(next) => setPage(next ?? 0)} />
        ) : null}
        {slice === null || drawings.length === 0 ? null : (
          <Select
            compact
            label={t("plan.source")}
            className="w-44 bg-sheet"
            value={isSliceChosen ? "scan" : "drawing"}
            onChange={({ target }) => {
              setIsSliceChosen(target.value === "scan");
              showWhole();
            }}
            options={[
              { value: "drawing", label: nameDrawings(drawings, wording) },
              { value: "scan", label: t("plan.fromScan") },
            ]}
          />
        )}
        <PlanZoom onZoom={zoom} onWhole={showWhole} />
        {isSliceShown && slice.isUnscaled ? (
          <p className="bg-paper px-1 text-caption text-ink-soft">{t("plan.notToScale")}</p>
        ) : (
          <PlanScale pxPerM={window.pxPerM} />
        )}
      </div>
    </div>
  );
}

function nameDrawings([first, ...more]: StoreyPlan["drawings"], { t }: Wording): string {
  if (more.length > 0) return t("plan.drawings");
  return first === undefined || first.name === "" ? t("plan.drawing") : first.name;
}
