import { containsPoint, findInsidePoint, getArea, type Polygon } from "./polygon.ts";
import { intersectPolygons } from "./polygon-boolean.ts";
import type { Point2 } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import {
  type Measured,
  measureArea,
  measureHeight,
  type PointQuality,
  scaleMeasured,
  uncalibratedScale,
} from "./uncertainty.ts";
import type { Vector3 } from "./vector.ts";
import { toPolygon, type Zone } from "./zone.ts";

type ZoneShape = Pick<Zone, "outer" | "holes" | "heights">;

/** Floor area in square metres, true size. */
export function getZoneArea(zone: Pick<Zone, "outer" | "holes">, scale: Measured): number {
  return getArea(toPolygon(zone)) * scale.value ** 2;
}

/** Floor area and volume of a zone whose corners and heights are as accurate as scan points: true size, m² and m³. */
export function measureZone(
  zone: ZoneShape,
  quality: PointQuality,
): { readonly area: Measured; readonly volume: Measured } {
  const unscaled = { ...quality, scale: uncalibratedScale };
  const { outer, holes } = toPolygon(zone);
  const rings = [outer, ...holes].map((ring) =>
    measureArea(
      ring.map(([x, z]): Vector3 => [x, 0, z]),
      unscaled,
    ),
  );
  // Corners are drawn one by one, so the errors of the rings are independent, and so are those of bottom and top.
  const area = {
    value: rings.reduce((sum, { value }, index) => (index === 0 ? value : sum - value), 0),
    uncertainty: Math.hypot(...rings.map(({ uncertainty }) => uncertainty)),
  };
  const [bottom, top] = zone.heights;
  const height = measureHeight([0, bottom, 0], [0, top, 0], unscaled);
  const volume = {
    value: area.value * height.value,
    uncertainty: Math.hypot(height.value * area.uncertainty, area.value * height.uncertainty),
  };
  return { area: scaleMeasured(area, 2, quality.scale), volume: scaleMeasured(volume, 3, quality.scale) };
}

/** Whether a point of the world frame lies inside, boundaries included. */
export function isInZone(zone: ZoneShape, [x, y, z]: Vector3): boolean {
  return y >= zone.heights[0] && y <= zone.heights[1] && containsPoint(toPolygon(zone), [x, z]);
}

export interface ZoneOverlap {
  readonly ids: readonly [string, string];
  /** Square metres, in scene scale. */
  readonly area: number;
}

/** Pairs of zones that share a storey and height range and overlap by more than `areaMin` square metres. */
export function findZoneOverlaps(zones: readonly Zone[], areaMin = 0.01): ZoneOverlap[] {
  const shapes = zones
    .map((zone) => ({ zone, polygon: toPolygon(zone), box: getBox(toPolygon(zone)) }))
    .sort((a, b) => a.box.minX - b.box.minX);
  const overlaps: ZoneOverlap[] = [];
  shapes.forEach((one, index) => {
    for (let next = index + 1; next < shapes.length; next += 1) {
      const other = shapes[next]!;
      if (other.box.minX >= one.box.maxX) break;
      if (!mayOverlap(one, other)) continue;
      const area = getSharedArea(one.polygon, other.polygon);
      if (area > areaMin) overlaps.push({ ids: [one.zone.id, other.zone.id], area });
    }
  });
  return overlaps;
}

interface Shape {
  readonly zone: Zone;
  readonly polygon: Polygon;
  readonly box: Box;
}

interface Box {
  readonly minX: number;
  readonly maxX: number;
  readonly minZ: number;
  readonly maxZ: number;
}

function mayOverlap(one: Shape, other: Shape): boolean {
  return (
    one.zone.floor === other.zone.floor &&
    one.zone.heights[0] < other.zone.heights[1] &&
    other.zone.heights[0] < one.zone.heights[1] &&
    one.box.minZ < other.box.maxZ &&
    other.box.minZ < one.box.maxZ
  );
}

// Outlines that coincide within tolerance are neighbours sharing a wall, not an overlap to report.
function getSharedArea(one: Polygon, other: Polygon): number {
  try {
    return intersectPolygons([one, other]).reduce((sum, piece) => sum + getArea(piece), 0);
  } catch (error) {
    if (error instanceof SceneInputError) return 0;
    throw error;
  }
}

function getBox({ outer }: Polygon): Box {
  const [xs, zs] = [outer.map((point) => point[0]), outer.map((point) => point[1])];
  return { minX: Math.min(...xs), maxX: Math.max(...xs), minZ: Math.min(...zs), maxZ: Math.max(...zs) };
}

/** Sample points spread over a zone, best first, to test whether people can stand in it. */
export function listZoneSamples(zone: Pick<Zone, "outer" | "holes">, stepsPerSide = 8): Point2[] {
  const polygon = toPolygon(zone);
  const { minX, maxX, minZ, maxZ } = getBox(polygon);
  const samples: Point2[] = [findInsidePoint(polygon)];
  for (let row = 0; row < stepsPerSide; row += 1) {
    for (let column = 0; column < stepsPerSide; column += 1) {
      const point: Point2 = [
        minX + ((maxX - minX) * (column + 0.5)) / stepsPerSide,
        minZ + ((maxZ - minZ) * (row + 0.5)) / stepsPerSide,
      ];
      if (containsPoint(polygon, point)) samples.push(point);
    }
  }
  return samples;
}
