import { toPolygon, type Zone } from "@blueprint/scene/zone";
import type { ViewerZone } from "../../../viewer/viewer.ts";

// The same zone must map to the same object, so that its triangles are reused.
const known = new WeakMap<Zone, ViewerZone>();

/** Converts a document's zone for the viewer. */
export function toViewerZone(zone: Zone): ViewerZone {
  const found = known.get(zone);
  if (found !== undefined) return found;
  const { id, type, colour, heights } = zone;
  const drawn: ViewerZone = { id, type, colour, heights, ...toPolygon(zone) };
  known.set(zone, drawn);
  return drawn;
}
