import type { ScanId } from "@blueprint/contract/ids";
import type { PublishedTour, PublishedView } from "@blueprint/contract/published-content";
import type { SpokenAnchor, SpokenBlueprint } from "../place/visitor-language.ts";
import type { ViewerScan } from "../scene/scene.ts";

type Scan = SpokenBlueprint["scans"][number];

export function buildAnchor(id: string, extra: Partial<SpokenAnchor> = {}): SpokenAnchor {
  return { id, type: "info", title: id, text: "", position: [0, 1, 0], normal: [0, 0, 1], ...extra };
}

/** A mesh of 10 by 3 by 10 metres. */
export function buildScan(
  id: string,
  kind: Scan["kind"] = "mesh",
  delivery: Partial<ViewerScan["delivery"]> = {},
): Scan {
  return {
    id: id as ScanId,
    kind,
    delivery: {
      form: "3d-tiles",
      entryUrl: `/deliveries/${id}/tileset.json`,
      previewUrl: "preview.webp",
      bounds: { min: [0, 0, 0], max: [10, 3, 10] },
      startView: { position: [0, 2, 9], target: [5, 1, 5] },
      plans: [],
      ...delivery,
    },
  };
}

/** The walls of one storey. */
export function buildSlice(floorM: number): ViewerScan["delivery"]["plans"][number] {
  return { url: `/deliveries/mesh/plan-${floorM}.svg`, floorM, extent: { min: [0, 0], max: [10, 10] } };
}

export function buildView(id: string, extra: Partial<PublishedView> = {}): PublishedView {
  const pose = { position: [0, 1, 5], target: [0, 1, 0] } satisfies Partial<PublishedView>;
  return { id, name: id, mode: "orbit", ...pose, floor: null, hidden: [], ...extra };
}

export function buildTour(id: string, stops: readonly Partial<PublishedTour["stops"][number]>[]): PublishedTour {
  return {
    id,
    name: id,
    summary: "",
    isStepFree: false,
    walkingSpeed: 1.2,
    stops: stops.map((stop, index) => ({ id: `${id}-${index + 1}`, narration: "", audio: null, seconds: 5, ...stop })),
  };
}

/** A published place with a mesh, unless the scans are given. */
export function buildPlace(
  scene: Partial<SpokenBlueprint["scene"]> = {},
  scans: SpokenBlueprint["scans"] = [buildScan("mesh")],
): SpokenBlueprint {
  return {
    slug: "museum",
    name: "Museum",
    industry: "museum",
    description: "",
    address: "",
    location: null,
    version: 1,
    publishedAt: "2026-11-25T00:00:00.000Z",
    scene: { schemaVersion: 1, anchors: [], ...scene },
    scans,
  };
}
