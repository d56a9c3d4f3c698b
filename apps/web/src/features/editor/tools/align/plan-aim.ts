import type { Plan } from "@blueprint/scene/plan";
import type { Point2 } from "@blueprint/scene/scene-field";

const keyStep = 0.02;
/** Shift moves this much farther. */
const longSteps = 5;

/** Where a key moves the crosshair, as fractions of the drawing from its top left; null for keys that move nothing. */
export function moveAim([x, y]: Point2, key: string, isLong: boolean, zoom: number): Point2 | null {
  const step = (isLong ? keyStep * longSteps : keyStep) / zoom;
  const moves: Readonly<Record<string, Point2>> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  const move = moves[key];
  return move === undefined ? null : [clamp(x + move[0]), clamp(y + move[1])];
}

/** A point of a drawing in its pixels, to a tenth. */
export function toImagePoint(plan: Pick<Plan, "widthPixels" | "heightPixels">, [x, y]: Point2): Point2 {
  const round = (pixels: number) => Math.round(pixels * 10) / 10;
  return [round(x * plan.widthPixels), round(y * plan.heightPixels)];
}

/** How far each pair is off, metres, by its id. Pairs that wait for their match are not in it. */
export function findResiduals({ pairs, placement }: Pick<Plan, "pairs" | "placement">): ReadonlyMap<string, number> {
  const complete = pairs.filter(({ world }) => world !== null);
  return new Map(
    complete.flatMap(({ id }, index) => {
      const residual = placement?.residuals[index];
      return residual === undefined ? [] : [[id, residual] as const];
    }),
  );
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
