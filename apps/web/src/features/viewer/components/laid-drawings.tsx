import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { type LaidDrawing, toCoveringSize, toOwnWindow } from "../plan-floors.ts";
import type { PixelSize, PlanWindow } from "../plan-window.ts";
import { PlanSheet } from "./plan-sheet.tsx";

/** Drawings on a floor, each turned as it was laid. */
export function LaidDrawings({
  drawings,
  window,
  size,
}: {
  readonly drawings: readonly LaidDrawing[];
  readonly window: PlanWindow;
  /** Of the frame around them; null until it is measured. */
  readonly size: PixelSize | null;
}) {
  const { t } = useWording();
  return (
    // Among themselves sheets are multiplied: no one's margin hides what another one draws.
    <div className="absolute isolate size-0">
      {drawings.map((drawing) => (
        // Turned about the middle of the picture, around which its own window lies.
        <div
          key={drawing.id}
          className="absolute size-0 origin-top-left mix-blend-multiply"
          style={{ rotate: `${drawing.angle}rad` }}
        >
          <PlanSheet
            plan={drawing.sheet}
            name={drawing.name === "" ? t("plan.plan") : drawing.name}
            window={toOwnWindow(drawing, window)}
            size={size === null ? null : toCoveringSize(drawing, size)}
            opacity={drawing.opacity}
          />
        </div>
      ))}
    </div>
  );
}
