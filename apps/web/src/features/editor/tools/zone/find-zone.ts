import { containsPoint, getArea } from "@blueprint/scene/polygon";
import type { Vector3 } from "@blueprint/scene/vector";
import { toPolygon, type Zone } from "@blueprint/scene/zone";

// A floor pick may lie slightly below the zone's base.
const slackMetres = 0.35;

/** The zone meant by a pointed-at place: the smallest one around it, so that nested zones can be reached. */
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
