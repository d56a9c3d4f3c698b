import type { ScanId } from "@blueprint/contract/ids";
import type { PublishedAnchor, PublishedBlueprint } from "@blueprint/contract/published";
import { exampleMuseum } from "@blueprint/scene/example-museum";
import type { CameraPose, ViewerScan } from "../viewer/viewer.ts";
import { demoReport } from "./demo-report.gen.ts";

const { kind, format, bounds, counts, delivery, startView, plans = [] } = demoReport;

// These files have no hash in their names, so the `v` query parameter carries it.
const toUrl = (path: string) =>
  `/demo/${path}?v=${delivery.files.find((file) => file.path === path)?.sha256.slice(0, 8) ?? ""}`;

/** The built-in place: a fictional museum, modelled by `tools/demo-venue` and shipped with the web app. */
export const demoVenue = {
  name: exampleMuseum.name,
  description: exampleMuseum.description,
  address: exampleMuseum.address,
  fileName: exampleMuseum.fileName,
  anchors: exampleMuseum.anchors.map(
    (anchor): PublishedAnchor => ({
      ...anchor,
      type: "info",
      position: [...anchor.position],
      normal: [...anchor.normal],
    }),
  ),
  coverUrl: toUrl(demoReport.preview),
  triangles: counts.triangles ?? 0,
  deliveryBytes: delivery.sizeBytes,
  format,
  sizeM: bounds.max.map((value, axis) => value - bounds.min[axis]!),
} as const;

export const demoScans: readonly ViewerScan[] = [
  {
    id: "example-museum",
    kind,
    delivery: {
      form: delivery.form,
      entryUrl: toUrl(delivery.entry),
      preloadUrls: (delivery.preload ?? []).map(toUrl),
      previewUrl: demoVenue.coverUrl,
      bounds,
      startView,
      plans: plans.map(({ path, floorM, extent }) => ({ url: toUrl(path), floorM, extent })),
    },
  },
];

/** The museum as visitors would see it if it were published. */
export const demoBlueprint: PublishedBlueprint = {
  slug: "example-museum",
  name: demoVenue.name,
  industry: "museum",
  description: demoVenue.description,
  address: demoVenue.address,
  location: null,
  version: 1,
  publishedAt: new Date(0).toISOString(),
  scene: { schemaVersion: 1, anchors: [...demoVenue.anchors] },
  scans: demoScans.map(({ id, kind: scanKind, delivery: shown }) => ({
    id: id as ScanId,
    kind: scanKind,
    delivery: shown,
  })),
};

/** Just inside the door, looking along the brass line. */
export const doorView: CameraPose = { position: [9.4, 1.6, 11.6], target: [9.1, 1.45, 6] };
