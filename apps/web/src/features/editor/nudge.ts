import type { Vector3 } from "@blueprint/scene/vector";

const stepMetres = 0.05;
const longStepMetres = 0.5;

/** How far one key press moves an anchor, in metres in the world frame; null for keys that move nothing. */
export function findNudge(
  key: string,
  isLong: boolean,
  camera: { readonly position: Vector3; readonly target: Vector3 },
): Vector3 | null {
  const step = isLong ? longStepMetres : stepMetres;
  const [ahead, right] = toFloorDirections(camera);
  switch (key) {
    case "ArrowUp":
      return scale(ahead, step);
    case "ArrowDown":
      return scale(ahead, -step);
    case "ArrowRight":
      return scale(right, step);
    case "ArrowLeft":
      return scale(right, -step);
    case "PageUp":
      return [0, step, 0];
    case "PageDown":
      return [0, -step, 0];
    default:
      return null;
  }
}

/** Adds metres, rounded to millimetres, a scan's resolution: otherwise 0.1 + 0.2 would show as 0.30000000000000004. */
export function addMetres(position: Vector3, by: Vector3): Vector3 {
  const round = (value: number) => Math.round(value * 1_000) / 1_000;
  return [round(position[0] + by[0]), round(position[1] + by[1]), round(position[2] + by[2])];
}

// Along the world axis nearest to the view direction: most walls follow the axes.
function toFloorDirections(camera: { position: Vector3; target: Vector3 }): [ahead: Vector3, right: Vector3] {
  const dx = camera.target[0] - camera.position[0];
  const dz = camera.target[2] - camera.position[2];
  const ahead: Vector3 = Math.abs(dx) > Math.abs(dz) ? [Math.sign(dx), 0, 0] : [0, 0, dz > 0 ? 1 : -1];
  return [ahead, [-ahead[2], 0, ahead[0]]];
}

function scale(direction: Vector3, by: number): Vector3 {
  return [direction[0] * by, direction[1] * by, direction[2] * by];
}
