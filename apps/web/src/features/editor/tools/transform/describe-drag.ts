import type { SceneSettings } from "@blueprint/scene/scene-settings";
import { formatLengthIn } from "../../../viewer/viewer.ts";
import type { GizmoDrag } from "./drag-move.ts";

/** What a drag has done so far, such as "x +1.25 m" or "+15.0°". */
export function describeDrag({ grip, done }: Pick<GizmoDrag, "grip" | "done">, units: SceneSettings["units"]): string {
  const [x, y, z] = done.shift;
  const along = (axis: string, metres: number) => `${axis} ${sign(metres)}${formatLengthIn(Math.abs(metres), units)}`;
  switch (grip) {
    case "x":
      return along("x", x);
    case "y":
      return along("y", y);
    case "z":
      return along("z", z);
    case "level":
      return `${along("x", x)}, ${along("z", z)}`;
    case "scale":
      return `× ${done.scale.toFixed(2)}`;
    case "turn":
    case "tilt-x":
    case "tilt-z": {
      const degrees = (done.turn * 180) / Math.PI;
      return `${sign(degrees)}${Math.abs(degrees).toFixed(1)}°`;
    }
  }
}

function sign(value: number): string {
  return value < 0 ? "−" : "+";
}
