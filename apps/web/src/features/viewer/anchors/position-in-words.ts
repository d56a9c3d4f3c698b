import { englishWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import { lengthOf, lookDirection, shortestTurn, subtract, toLookPose } from "../camera/camera-pose.ts";
import type { CameraPose, Vector3Tuple } from "../scene/scene.ts";

/** Formats a position: `x 1.20 m, y 0.85 m, z −3.40 m`. */
export function formatCoordinates([x, y, z]: Vector3Tuple): string {
  const figure = (value: number) => (Math.abs(value) < 0.005 ? 0 : value).toFixed(2).replace("-", "−");
  return `x\u00a0${figure(x)}\u00a0m, y\u00a0${figure(y)}\u00a0m, z\u00a0${figure(z)}\u00a0m`;
}

/** What distances count from: the scene's start view, or where the visitor stands now. */
export type Viewpoint = "start" | "here";

/**
 * A position relative to a person at a pose, facing its direction: "4.2 m ahead, 1.3 m to the right, 0.9 m above the
 * floor". Uses no compass directions, because a scan has no north.
 */
export function positionInWords(
  position: Vector3Tuple,
  from: CameraPose,
  floorY: number,
  wording: Wording = englishWording,
  viewpoint: Viewpoint = "start",
): string {
  const { t } = wording;
  const { yaw } = toLookPose(from);
  const [dx, , dz] = subtract(position, from.position);
  const [fx, , fz] = lookDirection(yaw, 0);
  const ahead = dx * fx + dz * fz;
  const right = -dx * fz + dz * fx;
  const parts = [];
  if (Math.abs(ahead) >= 0.1) parts.push(t(ahead > 0 ? "position.ahead" : "position.behind", figure(ahead, wording)));
  if (Math.abs(right) >= 0.1) parts.push(t(right > 0 ? "position.right" : "position.left", figure(right, wording)));
  if (parts.length === 0) parts.push(t(`position.${viewpoint}`));
  parts.push(heightInWords(position, floorY, wording));
  return parts.join(", ");
}

/** How high a position is: "0.9 m above the floor". */
export function heightInWords([, y]: Vector3Tuple, floorY: number, wording: Wording = englishWording): string {
  const height = y - floorY;
  return height < 0.1 ? wording.t("position.onFloor") : wording.t("position.above", figure(height, wording));
}

function figure(metres: number, { language }: Wording): { metres: string } {
  const oneDecimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return { metres: oneDecimal.format(Math.abs(metres)) };
}

/** The same for a panorama, which has directions only: "35° to the right, 10° below eye level". */
export function directionInWords(
  position: Vector3Tuple,
  startView: CameraPose,
  { t }: Wording = englishWording,
): string {
  const offset = subtract(position, startView.position);
  if (lengthOf(offset) < 1e-6) return t("position.atCamera");
  const eye = toLookPose({ position: [0, 0, 0], target: offset });
  const start = toLookPose(startView);
  const turn = Math.round(toDegrees(shortestTurn(eye.yaw, start.yaw)));
  const rise = Math.round(toDegrees(eye.pitch));
  const side =
    Math.abs(turn) < 3
      ? t("position.straightAhead")
      : Math.abs(turn) > 177
        ? t("position.behindYou")
        : t(turn > 0 ? "position.degreesRight" : "position.degreesLeft", { degrees: Math.abs(turn) });
  const level =
    Math.abs(rise) < 3
      ? t("position.eyeLevel")
      : t(rise > 0 ? "position.aboveEyes" : "position.belowEyes", { degrees: Math.abs(rise) });
  return `${side}, ${level}`;
}

function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
