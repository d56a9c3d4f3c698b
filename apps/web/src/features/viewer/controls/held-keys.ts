import { type HeldMotion, type RigMode, restingMotion } from "../camera/camera-rig.ts";

// By position on the keyboard, so that walking works on any layout.
const walkKeys: Record<string, Partial<HeldMotion>> = {
  KeyW: { forward: 1 },
  KeyS: { forward: -1 },
  KeyA: { right: -1 },
  KeyD: { right: 1 },
  ArrowUp: { forward: 1 },
  ArrowDown: { forward: -1 },
  ArrowLeft: { turnLeft: 1 },
  ArrowRight: { turnLeft: -1 },
  PageUp: { turnUp: 1 },
  PageDown: { turnUp: -1 },
};

const flyKeys: Record<string, Partial<HeldMotion>> = {
  ...walkKeys,
  KeyE: { up: 1 },
  KeyQ: { up: -1 },
};

const turnKeys: Record<string, Partial<HeldMotion>> = {
  ArrowLeft: { turnLeft: 1 },
  ArrowRight: { turnLeft: -1 },
  ArrowUp: { turnUp: 1 },
  ArrowDown: { turnUp: -1 },
};

const slideKeys: Record<string, Partial<HeldMotion>> = {
  ArrowLeft: { right: -1 },
  ArrowRight: { right: 1 },
  ArrowUp: { forward: 1 },
  ArrowDown: { forward: -1 },
};

// By character: the position of "+" depends on the layout.
const zoomKeys: Record<string, Partial<HeldMotion>> = {
  "+": { zoomIn: 1 },
  "=": { zoomIn: 1 },
  "-": { zoomIn: -1 },
  _: { zoomIn: -1 },
};

export interface HeldKey {
  readonly code: string;
  readonly key: string;
}

/** Motion of one key in a mode; undefined for keys that don't move the camera. */
export function findKeyMotion(held: HeldKey, mode: RigMode, isShift: boolean): Partial<HeldMotion> | undefined {
  const byCode = keysOf(mode, isShift);
  return byCode[held.code] ?? zoomKeys[held.key];
}

function keysOf(mode: RigMode, isShift: boolean): Record<string, Partial<HeldMotion>> {
  if (mode === "walk") return walkKeys;
  if (mode === "fly") return flyKeys;
  return mode === "orbit" && isShift ? slideKeys : turnKeys;
}

/** Combined motion of all held keys; opposite keys cancel. */
export function toHeldMotion(held: Iterable<HeldKey>, mode: RigMode, isShift: boolean): HeldMotion {
  const sum = { turnLeft: 0, turnUp: 0, forward: 0, right: 0, up: 0, zoomIn: 0 };
  for (const key of held) {
    const motion = findKeyMotion(key, mode, isShift);
    if (motion === undefined) continue;
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += motion[name] ?? 0;
  }
  return { ...restingMotion, ...sum, run: isShift && (mode === "walk" || mode === "fly") };
}
