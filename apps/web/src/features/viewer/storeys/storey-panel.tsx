import { Slice } from "lucide-react";
import { useState } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import type { CameraWatch } from "../camera/camera-watch.ts";
import { useCameraPose } from "../camera/use-camera-pose.ts";
import { findStorey } from "../plans/plan-window.ts";
import type { StoreyPlan } from "../plans/storey-plans.ts";
import type { Vector3Tuple, ViewMode } from "../scene/scene.ts";
import { CutSlider } from "./cut-slider.tsx";
import { MiniMap } from "./mini-map.tsx";
import { StoreyChooser } from "./storey-chooser.tsx";
import type { Storeys } from "./use-storeys.ts";

/** Everything about storeys beside the scene: which one, how high it is cut, and where a walker is on it. */
export function StoreyPanel({
  camera,
  view,
  storeyPlans,
  storeys: { storey, cutM, cutRange, choose, cut },
  planStorey,
  onGoTo,
  onOpenPlan,
}: {
  readonly camera: CameraWatch;
  readonly view: ViewMode | "plan";
  /** Lowest first. */
  readonly storeyPlans: readonly StoreyPlan[];
  readonly storeys: Storeys;
  /** Index of the storey that the plan shows. */
  readonly planStorey: number;
  readonly onGoTo: (floorPoint: Vector3Tuple) => void;
  readonly onOpenPlan: () => void;
}) {
  const { t } = useWording();
  const pose = useCameraPose(camera, view === "walk");
  const [isCutOpen, setIsCutOpen] = useState(false);
  const floorsM = storeyPlans.map(({ floorM }) => floorM);
  const walked = pose === null ? null : findStorey(floorsM, pose.position[1] - 1);
  const mapped = walked === null ? undefined : storeyPlans[walked];
  const isCuttable = view === "orbit" && cutRange !== null;
  return (
    <div className="pointer-events-none grid justify-items-end gap-2 *:pointer-events-auto">
      {view === "fly" || (view === "walk" && walked === null) ? null : (
        <StoreyChooser
          storeyPlans={storeyPlans}
          storey={view === "walk" ? walked : view === "plan" ? planStorey : storey}
          isWholeOffered={view === "orbit"}
          onChange={choose}
        />
      )}
      {isCuttable ? (
        <Button
          aria-expanded={isCutOpen}
          className="bg-sheet aria-expanded:border-accent aria-expanded:text-accent"
          onClick={() => setIsCutOpen(!isCutOpen)}
        >
          <Slice strokeWidth={1.5} aria-hidden="true" />
          {t("cut.button")}
        </Button>
      ) : null}
      {isCuttable && isCutOpen ? <CutSlider range={cutRange} cutM={cutM} onChange={cut} /> : null}
      {pose === null || mapped === undefined ? null : (
        <MiniMap storeyPlan={mapped} pose={pose} onGoTo={onGoTo} onOpenPlan={onOpenPlan} />
      )}
    </div>
  );
}
