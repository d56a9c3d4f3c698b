import { toPolygon, type Zone } from "@blueprint/scene/zone";
import type { ViewerZone } from "../../../viewer/zones/zone-mesh.ts";

// The same zone has to give the same value, so that its triangles are kept.
const known = new WeakMap<Zone, ViewerZone>();

/** What the picture draws of a zone of the document. */
export function toViewerZone(zone: Zone): ViewerZone {
  const found = known.get(zone);
  if (found !== undefined) return found;
  const { id, type, colour, heights } = zone;
  const drawn: ViewerZone = { id, type, colour, heights, ...toPolygon(zone) };
  known.set(zone, drawn);
  return drawn;
}
