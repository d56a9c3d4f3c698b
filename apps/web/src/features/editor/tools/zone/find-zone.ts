import { containsPoint, getArea } from "@blueprint/scene/polygon";
import type { Vector3 } from "@blueprint/scene/vector";
import { toPolygon, type Zone } from "@blueprint/scene/zone";

// A floor may be met a little below where the zone begins.
const slackMetres = 0.35;

/** The zone somebody means who points at a place: the smallest around it, so that zones inside others can be reached. */
export function findZoneAt(zones: readonly Zone[], [x, y, z]: Vector3): Zone | null {
  let found: { readonly zone: Zone; readonly area: number } | null = null;
  for (const zone of zones) {
    if (y < zone.heights[0] - slackMetres || y > zone.heights[1] + slackMetres) continue;
    const polygon = toPolygon(zone);
    if (!containsPoint(polygon, [x, z])) continue;
    const area = getArea(polygon);
    if (found === null || area < found.area) found = { zone, area };
  }
  return found?.zone ?? null;
}
