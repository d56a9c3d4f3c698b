import { type PlanWindow, toPlanPixels } from "../../../viewer/viewer.ts";
import type { PlanStorey } from "./plan-storeys.ts";

/** The walls that were detected in scans, seen from above. */
export function DrawnWalls({ storey, window }: { readonly storey: PlanStorey; readonly window: PlanWindow }) {
  return storey.drawn.map(({ url, extent }) => {
    const corner = toPlanPixels(window, extent.min[0], extent.min[1]);
    return (
      <div
        key={url}
        className="absolute bg-ink"
        style={{
          left: corner.x,
          top: corner.y,
          width: (extent.max[0] - extent.min[0]) * window.pxPerM,
          height: (extent.max[1] - extent.min[1]) * window.pxPerM,
          mask: `url("${url}") 0 0 / 100% 100% no-repeat`,
        }}
      />
    );
  });
}
