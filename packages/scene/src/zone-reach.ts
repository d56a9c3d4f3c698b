import type { Plan } from "./plan.ts";
import { containsPoint, getConvexHull, type Polygon } from "./polygon.ts";
import { subtractPolygons, unitePolygons } from "./polygon-boolean.ts";
import type { Scene } from "./read-scene.ts";
import type { Point2 } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { transformPoint, transformPoint2 } from "./similarity.ts";
import type { Vector3 } from "./vector.ts";
import { toPolygon, type Zone } from "./zone.ts";
import { listZoneSamples } from "./zone-geometry.ts";

/** The extent of a published scan in its own frame, metres. */
export interface ScanExtent {
  readonly id: string;
  readonly bounds: { readonly min: Vector3; readonly max: Vector3 };
}

type PlacedScene = Pick<Scene, "zones" | "plans" | "placements" | "views" | "settings">;

interface Ground {
  readonly polygon: Polygon;
  /** Height range in which it is ground, metres; null for a plan, which belongs to a storey. */
  readonly heights: readonly [bottom: number, top: number] | null;
  readonly floor: number | null;
}

/** A zone's base slightly below a scan's lowest point still belongs to that scan, metres. */
const heightTolerance = 0.5;

/**
 * Ids of the zones that cannot be reached: outside everything scanned at their height and all plans of their storey, or
 * cut off by keep-out zones from where people start. Keep-out zones themselves are never listed. Without data there are
 * no findings: no scan or plan at all, or a scan without an extent nearby, such as a panorama.
 */
export function findUnreachableZones(scene: PlacedScene, scans: readonly ScanExtent[]): ReadonlySet<string> {
  const grounds = [...listScannedGrounds(scene, scans), ...listPlanGrounds(scene)];
  const unreachable = new Set<string>();
  if (grounds.length === 0 || grounds.some(({ polygon }) => polygon.outer.length < 3)) return unreachable;
  const known = new Map<string, readonly Polygon[]>();
  for (const zone of scene.zones) {
    if (zone.type === "keep-out") continue;
    const around = grounds.filter((ground) => isGroundOf(ground, zone));
    const closed = scene.zones.filter((other) => other.type === "keep-out" && isBeside(other, zone));
    // Most zones of a storey share both.
    const key = [...around.map((ground) => grounds.indexOf(ground)), "-", ...closed.map(({ id }) => id)].join();
    const reached = known.get(key) ?? findReached(around, closed, findStart(scene));
    known.set(key, reached);
    const samples = listZoneSamples(zone);
    if (!samples.some((point) => reached.some((piece) => containsPoint(piece, point)))) unreachable.add(zone.id);
  }
  return unreachable;
}

function listScannedGrounds({ placements }: PlacedScene, scans: readonly ScanExtent[]): Ground[] {
  const placed = new Map(placements.map((placement) => [placement.id, placement]));
  return scans.flatMap(({ id, bounds: { min, max } }) => {
    const placement = placed.get(id);
    if (placement?.isHidden === true) return [];
    const corners = [min[0], max[0]].flatMap((x) =>
      [min[1], max[1]].flatMap((y) => [min[2], max[2]].map((z): Vector3 => [x, y, z])),
    );
    const points = placement === undefined ? corners : corners.map((corner) => transformPoint(placement, corner));
    const ys = points.map(([, y]) => y);
    const outer = getConvexHull(points.map(([x, , z]): Point2 => [x, z]));
    const heights = [Math.min(...ys) - heightTolerance, Math.max(...ys)] as const;
    return [{ polygon: { outer, holes: [] }, heights, floor: null }];
  });
}

function listPlanGrounds({ plans }: PlacedScene): Ground[] {
  return plans
    .filter(({ isHidden, placement }) => !isHidden && placement !== null)
    .map((plan) => ({
      polygon: { outer: getConvexHull(listPlanCorners(plan)), holes: [] },
      heights: null,
      floor: plan.floor,
    }));
}

function listPlanCorners({ placement, widthPixels, heightPixels }: Plan): Point2[] {
  if (placement === null) return [];
  const corners: readonly Point2[] = [
    [0, 0],
    [widthPixels, 0],
    [widthPixels, heightPixels],
    [0, heightPixels],
  ];
  return corners.map((corner) => transformPoint2(placement.similarity, corner));
}

function isGroundOf({ heights, floor }: Ground, zone: Zone): boolean {
  if (heights === null) return floor === zone.floor;
  return heights[0] <= zone.heights[1] && zone.heights[0] <= heights[1];
}

function isBeside(one: Zone, other: Zone): boolean {
  return one.floor === other.floor && one.heights[0] < other.heights[1] && other.heights[0] < one.heights[1];
}

/** Position of the initial view, seen from above. */
function findStart({ views, settings }: PlacedScene): Point2 | null {
  const view = views.find(({ id }) => id === settings.startViewId);
  return view === undefined ? null : [view.position[0], view.position[2]];
}

/** Of every connected ground, minus keep-out zones, the part where people start, or else the largest part. */
function findReached(grounds: readonly Ground[], closed: readonly Zone[], start: Point2 | null): readonly Polygon[] {
  const whole = unite(grounds.map(({ polygon }) => polygon));
  return whole.flatMap((ground) => {
    const pieces = closed.length === 0 ? [ground] : subtract(ground, closed.map(toPolygon));
    const started = start === null ? [] : pieces.filter((piece) => containsPoint(piece, start));
    if (started.length > 0) return started;
    // Pieces are sorted largest first.
    return pieces.slice(0, 1);
  });
}

// A failure of the geometry library must not flag a zone.
function unite(polygons: readonly Polygon[]): readonly Polygon[] {
  return tryGeometry(() => unitePolygons(polygons), polygons);
}

function subtract(from: Polygon, others: readonly Polygon[]): readonly Polygon[] {
  return tryGeometry(() => subtractPolygons(from, others), [from]);
}

function tryGeometry(compute: () => readonly Polygon[], otherwise: readonly Polygon[]): readonly Polygon[] {
  try {
    return compute();
  } catch (error) {
    if (error instanceof SceneInputError) return otherwise;
    throw error;
  }
}
