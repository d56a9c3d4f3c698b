import type { Measurement } from "@blueprint/scene/measurement";
import type { Vector3 } from "@blueprint/scene/vector";

/** Line segments of a measurement. */
export function listSegments({ type, points }: Pick<Measurement, "type" | "points">): (readonly [Vector3, Vector3])[] {
  const at = (index: number): Vector3 => points[index] ?? [0, 0, 0];
  const path = points.slice(1).map((point, index) => [at(index), point] as const);
  switch (type) {
    case "distance":
    case "angle":
      return path;
    case "area":
      return [...path, [at(points.length - 1), at(0)]];
    case "height": {
      // Up from the lower point, then across to the higher one.
      const [low, high] = at(0)[1] <= at(1)[1] ? [at(0), at(1)] : [at(1), at(0)];
      const above: Vector3 = [low[0], high[1], low[2]];
      return [
        [low, above],
        [above, high],
      ];
    }
    case "volume": {
      const base = points.slice(0, -1);
      const top = at(points.length - 1)[1];
      const up = ([x, , z]: Vector3): Vector3 => [x, top, z];
      return base.flatMap((point, index) => {
        const next = base[(index + 1) % base.length] ?? point;
        return [
          [point, next],
          [up(point), up(next)],
          [point, up(point)],
        ] as const;
      });
    }
  }
}

/** Label position of a measurement. */
export function findLabelPoint({ type, points }: Pick<Measurement, "type" | "points">): Vector3 {
  if (type === "angle") return points[1] ?? [0, 0, 0];
  const segments = listSegments({ type, points });
  if (type === "distance" || type === "height") {
    const [from, to] = segments[type === "height" ? 0 : Math.floor((segments.length - 1) / 2)] ?? [
      [0, 0, 0],
      [0, 0, 0],
    ];
    return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  }
  const sum = points.reduce<Vector3>(
    (total, point) => [total[0] + point[0], total[1] + point[1], total[2] + point[2]],
    [0, 0, 0],
  );
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}
