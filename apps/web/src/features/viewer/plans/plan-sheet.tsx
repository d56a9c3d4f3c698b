import type { ScanPlan } from "@blueprint/contract/scans";
import { useWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import { listPlanTiles } from "./plan-tiles.ts";
import { type PixelSize, type PlanWindow, toPlanPixels } from "./plan-window.ts";

/** The drawing itself: lines in the theme's ink, or a sheet with detail that loads for the visible part. */
export function PlanSheet({
  plan,
  name,
  window,
  size,
  opacity = 1,
}: {
  readonly plan: ScanPlan;
  /** The team's name for it, if any. */
  readonly name?: string;
  readonly window: PlanWindow;
  /** Size of the surrounding frame; null until measured. */
  readonly size: PixelSize | null;
  /** Opacity of the drawing; the paper below it stays opaque. */
  readonly opacity?: number;
}) {
  const { extent } = plan;
  const wording = useWording();
  const corner = toPlanPixels(window, extent.min[0], extent.min[1]);
  const place = {
    left: corner.x,
    top: corner.y,
    width: (extent.max[0] - extent.min[0]) * window.pxPerM,
    height: (extent.max[1] - extent.min[1]) * window.pxPerM,
  };
  const description = describePlan(plan, wording, name);
  if (plan.isPicture !== true) {
    return (
      <div
        role="img"
        aria-label={description}
        className="absolute bg-ink"
        // Drawn in the theme's ink: the image only serves as a mask.
        style={{ ...place, opacity, mask: `url("${plan.url}") 0 0 / 100% 100% no-repeat` }}
      />
    );
  }
  const tiles = size === null ? [] : listPlanTiles(plan, window, size, globalThis.devicePixelRatio);
  return (
    <div role="img" aria-label={description} className="absolute bg-white shadow-overlay" style={place}>
      <div className="absolute inset-0" style={{ opacity }}>
        <img src={plan.url} alt="" draggable={false} className="absolute inset-0 size-full max-w-none select-none" />
        {tiles.map(({ url, left, top, width, height }) => (
          <img
            key={url}
            src={url}
            alt=""
            draggable={false}
            className="absolute max-w-none select-none"
            // Slightly enlarged, so that fractional pixel sizes leave no gap between tiles.
            style={{
              left: `${left * 100}%`,
              top: `${top * 100}%`,
              width: `calc(${width * 100}% + 0.5px)`,
              height: `calc(${height * 100}% + 0.5px)`,
            }}
          />
        ))}
      </div>
    </div>
  );
}

function describePlan(
  { extent: { min, max }, isPicture, isUnscaled, label }: ScanPlan,
  { t, language }: Wording,
  name?: string,
): string {
  const metres = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const drawing = label === undefined ? t("plan.drawing") : t("plan.drawingNamed", { label: label.toLowerCase() });
  const what = name ?? (isPicture === true ? drawing : t("plan.walls"));
  if (isUnscaled === true) return t("plan.unscaled", { what });
  return t("plan.size", { what, width: metres.format(max[0] - min[0]), depth: metres.format(max[1] - min[1]) });
}
