import type { CameraPose, Vector3Tuple, ViewMode } from "../scene/scene.ts";

/** What a visitor sees of a place, as shared in a link. */
export interface SharedView {
  readonly mode: ViewMode;
  readonly pose: CameraPose;
  /** The panorama that the camera is in; null in the scene. */
  readonly panoramaId: string | null;
  /** Scans that are switched off; null leaves it to the place. */
  readonly hiddenScanIds: readonly string[] | null;
  /** The chosen storey, 0 is the lowest; null for the whole building. */
  readonly storey: number | null;
  /** Height above which orbiting shows nothing, metres; null for no cut. */
  readonly cutM: number | null;
  /** The anchor whose card is open. */
  readonly anchorId: string | null;
}

const modes: readonly ViewMode[] = ["orbit", "walk", "fly"];
// Nothing is as far away; larger numbers come from mistyped links.
const farthestM = 100_000;

/**
 * Writes a view for the `camera` parameter of a place's address: mode, position and target in centimetres' precision, then
 * what else is seen, each with its name.
 */
export function writeSharedView({ mode, pose, panoramaId, hiddenScanIds, storey, cutM, anchorId }: SharedView): string {
  const parts = [[mode, ...[...pose.position, ...pose.target].map(toCentimetres)].join(",")];
  if (panoramaId !== null) parts.push(`in=${encodeURIComponent(panoramaId)}`);
  if (hiddenScanIds !== null) parts.push(`off=${hiddenScanIds.map(encodeURIComponent).join(",")}`);
  if (storey !== null) parts.push(`storey=${storey}`);
  if (cutM !== null) parts.push(`cut=${toCentimetres(cutM)}`);
  if (anchorId !== null) parts.push(`card=${encodeURIComponent(anchorId)}`);
  return parts.join(";");
}

/** @returns null for anything but a view that `writeSharedView` could have written. */
export function readSharedView(text: string | null): SharedView | null {
  const [camera = "", ...named] = text?.split(";") ?? [];
  const [mode, ...parts] = camera.split(",");
  const known = modes.find((one) => one === mode);
  const values = parts.map(toNumber);
  if (known === undefined || values.length !== 6 || !values.every((value) => Math.abs(value) < farthestM)) return null;
  const [position, target] = [values.slice(0, 3), values.slice(3)] as unknown as [Vector3Tuple, Vector3Tuple];
  // A camera that looks at its own position looks nowhere.
  if (Math.hypot(...position.map((value, axis) => value - target[axis]!)) < 0.01) return null;
  const rest = new Map(named.map((part) => part.split("=", 2) as [string, string | undefined]));
  const storey = toNumber(rest.get("storey"));
  const cutM = toNumber(rest.get("cut"));
  return {
    mode: known,
    pose: { position, target },
    panoramaId: toId(rest.get("in")),
    hiddenScanIds:
      rest
        .get("off")
        ?.split(",")
        .flatMap((id) => toId(id) ?? []) ?? null,
    storey: Number.isInteger(storey) && storey >= 0 ? storey : null,
    cutM: Math.abs(cutM) < farthestM ? cutM : null,
    anchorId: toId(rest.get("card")),
  };
}

function toCentimetres(metres: number): string {
  return String(Math.round(metres * 100) / 100);
}

/** NaN for anything but a number. */
function toNumber(text: string | undefined): number {
  return text === undefined || text === "" ? Number.NaN : Number(text);
}

function toId(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
