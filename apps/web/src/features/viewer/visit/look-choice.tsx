import { Footprints, Map as MapIcon, Plane, Rotate3d } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { useVisit } from "./visit.ts";
import { lookAt } from "./visit-moves.ts";
import type { Look } from "./visitor.store.ts";

const looks: readonly Look[] = ["orbit", "walk", "fly", "plan"];
const lookIcons = { orbit: Rotate3d, walk: Footprints, fly: Plane, plan: MapIcon } as const;

/** How to look at the place; nothing to choose inside a panorama and on a drawing. */
export function LookChoice() {
  const { t } = useWording();
  const visit = useVisit();
  const { hidden, view, isCompact } = visit;
  if (hidden.has("modes") || view.isPanorama || view.drawing !== undefined) return null;
  return (
    <SegmentedControl
      label={t("scene.mode")}
      segments={looks
        .filter((value) => value !== "plan" || view.storeyPlans.length > 0)
        .map((value) => ({
          value,
          label: t(`scene.${value}`),
          ...(isCompact ? { icon: lookIcons[value] } : {}),
        }))}
      value={view.look}
      onChange={(next) => lookAt(visit, next)}
    />
  );
}
