import { type Anchor, anchorKind, readAnchor } from "./anchor.ts";
import { type CommentThread, readThread, threadKind } from "./comment-thread.ts";
import { type Group, groupKind, readGroup } from "./group.ts";
import { type Measurement, measurementKind, readMeasurement } from "./measurement.ts";
import type { ObjectKind } from "./object-kind.ts";
import { type Plan, planKind, readPlan } from "./plan.ts";
import { placementKind, readPlacement, type ScanPlacement } from "./scan-placement.ts";
import { readStorey, type Storey, storeyKind } from "./storey.ts";
import { readTour, type Tour, tourKind } from "./tour.ts";
import { readView, type View, viewKind } from "./view.ts";
import { readVolume, type Volume, volumeKind } from "./volume.ts";
import { readZone, type Zone, zoneKind } from "./zone.ts";

/** Every kind of object; the keys are the root maps of the document. */
export const sceneKinds = {
  anchors: anchorKind,
  zones: zoneKind,
  measurements: measurementKind,
  plans: planKind,
  tours: tourKind,
  views: viewKind,
  threads: threadKind,
  floors: storeyKind,
  placements: placementKind,
  groups: groupKind,
  volumes: volumeKind,
} as const;

export type SceneKind = keyof typeof sceneKinds;

export const sceneKindNames = Object.keys(sceneKinds) as readonly SceneKind[];

export interface SceneObjects {
  readonly anchors: Anchor;
  readonly zones: Zone;
  readonly measurements: Measurement;
  readonly plans: Plan;
  readonly tours: Tour;
  readonly views: View;
  readonly threads: CommentThread;
  readonly floors: Storey;
  readonly placements: ScanPlacement;
  readonly groups: Group;
  readonly volumes: Volume;
}

/** One object of a document. */
export interface ObjectRef<K extends SceneKind = SceneKind> {
  readonly kind: K;
  readonly id: string;
}

/** Reader of each kind; returns null for an entry that cannot be shown. */
export const readObject: { readonly [K in SceneKind]: (id: string, value: unknown) => SceneObjects[K] | null } = {
  anchors: readAnchor,
  zones: readZone,
  measurements: readMeasurement,
  plans: readPlan,
  tours: readTour,
  views: readView,
  threads: readThread,
  floors: readStorey,
  placements: readPlacement,
  groups: readGroup,
  volumes: readVolume,
};

export function getKind(kind: SceneKind): ObjectKind {
  return sceneKinds[kind];
}
