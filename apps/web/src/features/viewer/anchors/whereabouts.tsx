import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { CameraWatch } from "../camera/camera-watch.ts";
import { useCameraPose } from "../camera/use-camera-pose.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import { directionInWords, heightInWords, positionInWords } from "./position-in-words.ts";

/**
 * Where a visitor stands: on a floor, or in a panorama, which only has directions. Above the scene, they stand nowhere.
 */
export type Standing = "floor" | "panorama" | "nowhere";

/** Where a place is relative to the visitor, updated as they walk; only its height if they stand nowhere. */
export function Whereabouts({
  position,
  standing,
  camera,
  floorsM,
}: {
  readonly position: Vector3Tuple;
  readonly standing: Standing;
  readonly camera: CameraWatch;
  /** Heights of the place's floors, lowest first; not empty. */
  readonly floorsM: readonly number[];
}) {
  const wording = useWording();
  const pose = useCameraPose(camera, standing !== "nowhere");
  if (standing === "panorama") return pose === null ? null : directionInWords(position, pose, wording);
  // What lies on a floor may be measured slightly below it.
  const floorY = floorsM.findLast((floorM) => floorM <= position[1] + 0.1) ?? floorsM[0]!;
  return pose === null
    ? heightInWords(position, floorY, wording)
    : positionInWords(position, pose, floorY, wording, "here");
}
