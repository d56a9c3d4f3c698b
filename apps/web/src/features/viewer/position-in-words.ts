import { englishWording, type Wording } from "../../lib/visitor-texts/wording.ts";
import { lengthOf, lookDirection, shortestTurn, subtract, toLookPose } from "./camera-pose.ts";
import type { CameraPose, Vector3Tuple } from "./viewer.ts";

/** Figures of a position: `x 1.20 m, y 0.85 m, z −3.40 m`. */
export function formatCoordinates([x, y, z]: Vector3Tuple): string {
  const figure = (value: number) => (Math.abs(value) < 0.005 ? 0 : value).toFixed(2).replace("-", "−");
  return `x ${figure(x)} m, y ${figure(y)} m, z ${figure(z)} m`;
}

/**
 * Where something is for a person who stands at the entrance of the scene (its start view) and looks the way it
 * looks: "4.2 m ahead, 1.3 m to the right, 0.9 m above the floor". Compass words would be invented: a scan knows
 * no north.
 */
export function positionInWords(
  position: Vector3Tuple,
  startView: CameraPose,
  floorY: number,
  { t, language }: Wording = englishWording,
): string {
  const oneDecimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const figure = (value: number) => ({ metres: oneDecimal.format(Math.abs(value)) });
  const { yaw } = toLookPose(startView);
  const [dx, , dz] = subtract(position, startView.position);
  const [fx, , fz] = lookDirection(yaw, 0);
  const ahead = dx * fx + dz * fz;
  const right = -dx * fz + dz * fx;
  const parts = [];
  if (Math.abs(ahead) >= 0.1) parts.push(t(ahead > 0 ? "position.ahead" : "position.behind", figure(ahead)));
  if (Math.abs(right) >= 0.1) parts.push(t(right > 0 ? "position.right" : "position.left", figure(right)));
  if (parts.length === 0) parts.push(t("position.start"));
  const height = position[1] - floorY;
  parts.push(height < 0.1 ? t("position.onFloor") : t("position.above", figure(height)));
  return parts.join(", ");
}

/** The same in a panorama, where only directions are known: "35° to the right, 10° below eye level". */
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
