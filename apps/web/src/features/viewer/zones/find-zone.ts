import type { PublishedZone } from "@blueprint/contract/published-content";
import { containsPoint, getArea } from "@blueprint/scene/polygon";
import type { Vector3Tuple } from "../scene/scene.ts";
import { eyeHeight } from "../walking/walk-physics.ts";

// Feet stand on a zone's bottom, give or take a scan's unevenness and a step.
const kneeM = 0.5;

/** The zone that a person stands in; the smallest of several. @param eye the person's eyes */
export function findZoneAt(zones: readonly PublishedZone[], [x, y, z]: Vector3Tuple): PublishedZone | null {
  const knee = y - eyeHeight + kneeM;
  const around = zones.filter(
    (zone) => knee >= zone.heights[0] && knee <= zone.heights[1] && containsPoint(zone, [x, z]),
  );
  return around.toSorted((one, other) => getArea(one) - getArea(other))[0] ?? null;
}
