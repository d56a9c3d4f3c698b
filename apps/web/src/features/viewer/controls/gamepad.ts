import { type HeldMotion, restingMotion } from "../camera/camera-rig.ts";

/** Sticks never rest at exactly zero. */
const deadZone = 0.15;
// Standard mapping (W3C Gamepad): two sticks as axes 0–3, buttons by position.
const jumpButton = 0;
const sinkButton = 6;
const riseButton = 7;
const runButton = 10;

export interface PadReading {
  readonly motion: HeldMotion;
  /** A on an Xbox pad, the cross on a PlayStation pad. */
  readonly isJumpHeld: boolean;
}

/** Maps a pad to motion: left stick moves, right stick looks, triggers rise and sink, pressing the left stick runs. */
export function readGamepad({ axes, buttons }: Pick<Gamepad, "axes" | "buttons">): PadReading {
  const [right, back] = shapeStick(axes[0] ?? 0, axes[1] ?? 0);
  const [lookRight, lookDown] = shapeStick(axes[2] ?? 0, axes[3] ?? 0);
  const up = (buttons[riseButton]?.value ?? 0) - (buttons[sinkButton]?.value ?? 0);
  const run = buttons[runButton]?.pressed ?? false;
  const isJumpHeld = buttons[jumpButton]?.pressed ?? false;
  if ([right, back, lookRight, lookDown, up].every((value) => value === 0))
    return { motion: restingMotion, isJumpHeld };
  return {
    motion: { ...restingMotion, right, forward: 0 - back, turnLeft: 0 - lookRight, turnUp: 0 - lookDown, up, run },
    isJumpHeld,
  };
}

/** Starts at zero on the rim of the dead zone, equally in every direction. */
function shapeStick(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y);
  if (length <= deadZone) return [0, 0];
  const shaped = Math.min(1, (length - deadZone) / (1 - deadZone)) ** 1.5;
  return [(x / length) * shaped, (y / length) * shaped];
}
