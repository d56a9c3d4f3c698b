import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { PlanSheet } from "./plan-sheet.tsx";
import type { PixelSize, PlanWindow } from "./plan-window.ts";
import { type LaidDrawing, toCoveringSize, toOwnWindow } from "./storey-plans.ts";

/** Drawings on a storey, each with its own rotation. */
export function LaidDrawings({
  drawings,
  window,
  size,
}: {
  readonly drawings: readonly LaidDrawing[];
  readonly window: PlanWindow;
  /** Size of the surrounding frame; null until measured. */
  readonly size: PixelSize | null;
}) {
  const { t } = useWording();
  return (
    // Sheets blend by multiplication: no sheet's margin hides another's lines.
    <div className="absolute isolate size-0">
      {drawings.map((drawing) => (
        // Rotated about the centre of the view, on which its own window is centred.
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
