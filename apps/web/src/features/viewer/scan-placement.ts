import type { Georeference } from "@blueprint/contract/scan-report";
import type { ScanDelivery, ScanPlan } from "@blueprint/contract/scans";
import { add } from "./camera-pose.ts";
import type { CameraPose, Vector3Tuple, ViewerScan } from "./viewer.ts";

/** Where a scan's own frame stands in the blueprint's: scaled, turned about the vertical, then moved. */
export interface ScanPlacement {
  /** Metres. */
  readonly position: Vector3Tuple;
  /** Radians, from above against the clock. */
  readonly yaw: number;
  readonly scale: number;
}

/** A scan with its place; its delivery's bounds, start view and plans are in the blueprint's frame. */
export interface PlacedScan extends ViewerScan {
  readonly stand: ScanPlacement;
  /** False for scans that stand at the origin because nothing is known better. */
  readonly isPositionKnown: boolean;
}

export const atOrigin: ScanPlacement = { position: [0, 0, 0], yaw: 0, scale: 1 };

// No venue is as wide: what lies further away names the same system by mistake.
const venueReachM = 20_000;

/**
 * Brings all scans of a blueprint into its one frame. The oldest scan that knew where it lies gave it its zero, and
 * the others of its reference system stand where theirs says: large coordinates are subtracted from each other here, in
 * doubles, and never reach the graphics card. What knows nothing stands at the origin.
 * A set of panoramas becomes as many as it has.
 */
export function placeScans(whole: readonly ViewerScan[]): PlacedScan[] {
  const scans = whole.flatMap(listStandpoints);
  const shared = findOrigin(scans);
  return scans.map((scan) => {
    const known = scan.placement ?? findStand(scan.delivery.georeference, shared);
    const stand = known ?? atOrigin;
    // Panoramas of one table know of each other where they are, wherever their set may stand.
    const isPositionKnown = scan.isPlaced ?? known !== null;
    const placed = placeDelivery(scan.delivery, stand);
    const delivery = scan.startView === undefined ? placed : { ...placed, startView: toStartView(scan.startView) };
    return { ...scan, stand, isPositionKnown, delivery };
  });
}

function toStartView({ position, target }: CameraPose): ScanDelivery["startView"] {
  return { position: [...position], target: [...target] };
}

/** Scans, and of sets of panoramas each one: the first keeps the set's id. */
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

/** The scan of the blueprint that a standpoint is of. */
export function toScanId(standpointId: string): string {
  return standpointId.split("/")[0]!;
}

/**
 * Where the frame's zero lies: as the blueprint has kept it. Where it has kept none, or none of its scans lies anywhere near
 * any more, its oldest scan that knows decides.
 */
function findOrigin(scans: readonly ViewerScan[]): Georeference | undefined {
  const kept = scans.find(({ delivery }) => delivery.frameOrigin !== undefined)?.delivery.frameOrigin;
  const isNearAny = scans.some(({ delivery }) => findStand(delivery.georeference, kept) !== null);
  if (isNearAny) return kept;
  return scans.find(({ placement, delivery }) => placement === undefined && delivery.georeference)?.delivery
    .georeference;
}

function findStand(own: Georeference | undefined, shared: Georeference | undefined): ScanPlacement | null {
  if (own === undefined || shared === undefined || !isSameSystem(own.crs, shared.crs)) return null;
  const position = add(own.origin, shared.origin, -1);
  return Math.hypot(...position) > venueReachM ? null : { ...atOrigin, position };
}

/** Heights are compared only where both say what they are measured from. */
function isSameSystem(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  const [levelA, heightA] = a?.split("+") ?? [];
  const [levelB, heightB] = b?.split("+") ?? [];
  return levelA === levelB && (heightA === undefined || heightB === undefined);
}

/** A point of a scan's own frame in the blueprint's. */
export function toBlueprintFrame([x, y, z]: Vector3Tuple, { position, yaw, scale }: ScanPlacement): Vector3Tuple {
  const [cos, sin] = [Math.cos(yaw) * scale, Math.sin(yaw) * scale];
  return add(position, [x * cos + z * sin, y * scale, z * cos - x * sin]);
}

function placeDelivery(delivery: ScanDelivery, stand: ScanPlacement): ScanDelivery {
  if (stand === atOrigin) return delivery;
  const place = (point: Vector3Tuple) => [...toBlueprintFrame(point, stand)] as [number, number, number];
  const { min, max } = delivery.bounds;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    place([corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]]),
  );
  const along = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => pick(...corners.map((corner) => corner[axis]!))) as [number, number, number];
  const { position, target } = delivery.startView;
  return {
    ...delivery,
    bounds: { min: along(Math.min), max: along(Math.max) },
    startView: { position: place(position), target: place(target) },
    // A plan's picture lies along the axes: that of a turned scan would have to be drawn anew.
    plans: stand.yaw === 0 ? delivery.plans.map((plan) => placePlan(plan, stand)) : [],
  };
}

function placePlan(plan: ScanPlan, { position: [x, y, z], scale }: ScanPlacement): ScanPlan {
  const place = (corner: readonly [number, number]): [number, number] => [corner[0] * scale + x, corner[1] * scale + z];
  const { floorM, extent } = plan;
  return { ...plan, floorM: floorM * scale + y, extent: { min: place(extent.min), max: place(extent.max) } };
}
