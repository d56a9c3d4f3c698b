import type { Scan } from "@blueprint/contract/scans";
import type { Scene } from "@blueprint/scene/read-scene";
import type { NamedScan } from "./tools/align/align-panel.tsx";
import { withPlacements } from "./tools/align/with-placements.ts";
import { withVolumes } from "./tools/volume/with-volumes.ts";

/** The scans that can be shown, where the document places them and without what its volumes hide. */
export function listReadyScans(
  scans: readonly Scan[],
  { placements, volumes }: Pick<Scene, "placements" | "volumes">,
  areHiddenPartsShown: boolean,
): NamedScan[] {
  const placed = withPlacements(scans.flatMap(toNamedScan), placements);
  return areHiddenPartsShown ? placed : withVolumes(placed, volumes);
}

/** Drawings lie on storeys and on sheets; when there is nothing else, the canvas shows the first one. */
export function listCanvasScans<S extends Pick<NamedScan, "kind">>(scans: readonly S[]): readonly S[] {
  const spatial = scans.filter(({ kind }) => kind !== "plan");
  return spatial.length > 0 ? spatial : scans.slice(0, 1);
}

function toNamedScan({ id, kind, delivery, fileName }: Scan): NamedScan[] {
  // A scan that is being reconverted keeps its previous version.
  return delivery !== null ? [{ id, kind, delivery, name: fileName }] : [];
}
