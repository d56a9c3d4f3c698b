import type { Georeference } from "@blueprint/contract/scan-report";
import type { ScanDelivery, ScanPlan } from "@blueprint/contract/scans";
import { add, type StartView } from "../camera/camera-pose.ts";
import type { CameraPose, Vector3Tuple, ViewerScan } from "../scene/scene.ts";

/** Transform from a scan's own frame to the blueprint's: scale, tilt, rotation about the vertical, then translation. */
export interface ScanPlacement {
  /** Metres. */
  readonly position: Vector3Tuple;
  /** Radians, counterclockwise seen from above. */
  readonly yaw: number;
  /** Radians about the scan's own x axis, after those about its z axis; absent for an upright scan. */
  readonly tilt?: readonly [pitch: number, roll: number] | undefined;
  readonly scale: number;
}

/** A placed scan; its delivery's bounds, start view and plans are in the blueprint's frame. */
export interface PlacedScan extends ViewerScan {
  readonly placement: ScanPlacement;
  /** False for scans at the origin for lack of a known position. */
  readonly isPositionKnown: boolean;
}

export const atOrigin: ScanPlacement = { position: [0, 0, 0], yaw: 0, scale: 1 };

// No venue is this wide: anything further away uses the same reference system by mistake.
const venueReachM = 20_000;

/**
 * Transforms all scans of a blueprint into its single frame. The oldest georeferenced scan defines the origin, and
 * others in its reference system are placed relative to it: large coordinates are subtracted here, in doubles, and
 * never reach the GPU. A scan without a position is placed at the origin. A set of panoramas becomes one scan per
 * panorama.
 */
export function applyPlacements(whole: readonly ViewerScan[]): PlacedScan[] {
  const scans = whole.flatMap(listStandpoints);
  const shared = findOrigin(scans);
  return scans.map((scan) => {
    const known = scan.placement ?? findPlacement(scan.delivery.georeference, shared);
    const placement = known ?? atOrigin;
    // Panoramas of one table know their relative positions, wherever their set is placed.
    const isPositionKnown = scan.isPlaced ?? known !== null;
    const placed = moveDelivery(scan.delivery, placement);
    const delivery = scan.startView === undefined ? placed : { ...placed, startView: toStartView(scan.startView) };
    return { ...scan, placement, isPositionKnown, delivery };
  });
}

function toStartView({ position, target }: CameraPose): ScanDelivery["startView"] {
  return { position: [...position], target: [...target] };
}

/** Where a visit begins at a place with this as its first scan. */
export function startViewOf({ startView: chosen, delivery: { startView, bounds } }: PlacedScan): StartView {
  return chosen === undefined ? { ...startView, overviewOf: bounds } : startView;
}

/** Splits sets of panoramas into one scan each; the first keeps the set's id. */
export function listStandpoints(scan: ViewerScan): (ViewerScan & { readonly isPlaced?: boolean })[] {
  const { panoramas } = scan.delivery;
  if (panoramas === undefined) return [scan];
  return panoramas.map(({ path, name, position, heading, isPlaced }, index) => {
    const [x, y, z] = position;
    const turn = (heading * Math.PI) / 180;
    return {
      ...scan,
      id: index === 0 ? scan.id : `${scan.id}/${index + 1}`,
      label: name,
      isPlaced,
      delivery: {
        ...scan.delivery,
        panoramas: undefined,
        entryUrl: scan.delivery.entryUrl.replace(/[^/]+\/[^/]*$/, path),
        bounds: { min: [x - 0.5, y - 0.5, z - 0.5], max: [x + 0.5, y + 0.5, z + 0.5] },
        startView: { position: [x, y, z], target: [x + Math.sin(turn), y, z - Math.cos(turn)] },
      },
    };
  });
}

/** The blueprint's scan that a standpoint belongs to. */
export function toScanId(standpointId: string): string {
  return standpointId.split("/")[0]!;
}

/**
 * The frame's origin, as stored with the blueprint. If none is stored, or none of its scans is near it any more, the
 * oldest georeferenced scan defines it.
 */
function findOrigin(scans: readonly ViewerScan[]): Georeference | undefined {
  const kept = scans.find(({ delivery }) => delivery.frameOrigin !== undefined)?.delivery.frameOrigin;
  const isNearAny = scans.some(({ delivery }) => findPlacement(delivery.georeference, kept) !== null);
  if (isNearAny) return kept;
  return scans.find(({ placement, delivery }) => placement === undefined && delivery.georeference)?.delivery
    .georeference;
}

function findPlacement(own: Georeference | undefined, shared: Georeference | undefined): ScanPlacement | null {
  if (own === undefined || shared === undefined || !isSameSystem(own.crs, shared.crs)) return null;
  const position = add(own.origin, shared.origin, -1);
  return Math.hypot(...position) > venueReachM ? null : { ...atOrigin, position };
}

/** Compares vertical systems only if both are known. */
function isSameSystem(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  const [levelA, heightA] = a?.split("+") ?? [];
  const [levelB, heightB] = b?.split("+") ?? [];
  return levelA === levelB && (heightA === undefined || heightB === undefined);
}

/** Equal for equal placements. */
export function toPlacementKey({ position, yaw, tilt, scale }: ScanPlacement): string {
  return [...position, yaw, ...(tilt ?? []), scale].join();
}

/** Converts a point from a scan's own frame to the blueprint's. */
export function toBlueprintFrame(point: Vector3Tuple, { position, yaw, tilt, scale }: ScanPlacement): Vector3Tuple {
  const [x, y, z] = tilt === undefined ? point : tiltPoint(point, tilt);
  const [cos, sin] = [Math.cos(yaw) * scale, Math.sin(yaw) * scale];
  return add(position, [x * cos + z * sin, y * scale, z * cos - x * sin]);
}

function tiltPoint([x, y, z]: Vector3Tuple, [pitch, roll]: readonly [number, number]): Vector3Tuple {
  const [cosX, sinX, cosZ, sinZ] = [Math.cos(pitch), Math.sin(pitch), Math.cos(roll), Math.sin(roll)];
  const level = x * sinZ + y * cosZ;
  return [x * cosZ - y * sinZ, level * cosX - z * sinX, level * sinX + z * cosX];
}

function moveDelivery(delivery: ScanDelivery, placement: ScanPlacement): ScanDelivery {
  if (placement === atOrigin) return delivery;
  const toBlueprint = (point: Vector3Tuple) => [...toBlueprintFrame(point, placement)] as [number, number, number];
  const { min, max } = delivery.bounds;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    toBlueprint([corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]]),
  );
  const along = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => pick(...corners.map((corner) => corner[axis]!))) as [number, number, number];
  const { position, target } = delivery.startView;
  return {
    ...delivery,
    bounds: { min: along(Math.min), max: along(Math.max) },
    startView: { position: toBlueprint(position), target: toBlueprint(target) },
    // A plan's image is axis-aligned: a rotated scan would need a new one.
    plans:
      placement.yaw === 0 && placement.tilt === undefined
        ? delivery.plans.map((plan) => movePlan(plan, placement))
        : [],
  };
}

function movePlan(plan: ScanPlan, { position: [x, y, z], scale }: ScanPlacement): ScanPlan {
  const toBlueprint = (corner: readonly [number, number]): [number, number] => [
    corner[0] * scale + x,
    corner[1] * scale + z,
  ];
  const { floorM, extent } = plan;
  return {
    ...plan,
    floorM: floorM * scale + y,
    extent: { min: toBlueprint(extent.min), max: toBlueprint(extent.max) },
  };
}
