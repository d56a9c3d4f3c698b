/** Points of a plan in metres: x to the right, y (the scene's z) downwards, as seen from above. */
export type PlanPoint = readonly [x: number, y: number];
export type Polyline = readonly PlanPoint[];

/** Finer than any scan; coarser than rounding errors of one and the same corner. */
const sameCornerM = 1e-4;

/**
 * Joins segments with common endpoints into lines; closed ones end where they started.
 * @param segments x0, y0, x1, y1 of each, metres
 */
export function joinSegments(segments: ArrayLike<number>): PlanPoint[][] {
  const count = segments.length / 4;
  const keyAt = (index: number) =>
    `${Math.round(segments[index]! / sameCornerM)},${Math.round(segments[index + 1]! / sameCornerM)}`;
  const byCorner = new Map<string, number[]>();
  for (let segment = 0; segment < count; segment++) {
    for (const at of [segment * 4, segment * 4 + 2]) {
      const key = keyAt(at);
      const others = byCorner.get(key);
      if (others === undefined) byCorner.set(key, [segment]);
      else others.push(segment);
    }
  }
  const isUsed = new Uint8Array(count);
  /** Follows segments from a corner to the end. */
  const follow = (from: string): PlanPoint[] => {
    const points: PlanPoint[] = [];
    let corner = from;
    for (;;) {
      const next = byCorner.get(corner)?.find((segment) => isUsed[segment] === 0);
      if (next === undefined) return points;
      isUsed[next] = 1;
      const farAt = keyAt(next * 4) === corner ? next * 4 + 2 : next * 4;
      points.push([segments[farAt]!, segments[farAt + 1]!]);
      corner = keyAt(farAt);
    }
  };
  const lines: PlanPoint[][] = [];
  for (let segment = 0; segment < count; segment++) {
    if (isUsed[segment] === 1) continue;
    isUsed[segment] = 1;
    const at = segment * 4;
    const ahead = follow(keyAt(at + 2));
    const behind = follow(keyAt(at));
    lines.push([
      ...behind.reverse(),
      [segments[at]!, segments[at + 1]!],
      [segments[at + 2]!, segments[at + 3]!],
      ...ahead,
    ]);
  }
  return lines;
}

/** Drops points within a tolerance (metres) of the line without them (Ramer–Douglas–Peucker). */
export function simplifyLine(line: Polyline, toleranceM: number): PlanPoint[] {
  if (line.length < 3) return [...line];
  const isKept = new Uint8Array(line.length);
  isKept[0] = 1;
  isKept[line.length - 1] = 1;
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [first, last] = span;
    let farthest = first;
    let farthestM = toleranceM;
    for (let index = first + 1; index < last; index++) {
      const distanceM = distanceToSegment(line[index]!, line[first]!, line[last]!);
      if (distanceM <= farthestM) continue;
      farthest = index;
      farthestM = distanceM;
    }
    if (farthest === first) continue;
    isKept[farthest] = 1;
    spans.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, index) => isKept[index] === 1);
}

export function lengthOf(line: Polyline): number {
  let lengthM = 0;
  for (let index = 1; index < line.length; index++) {
    lengthM += Math.hypot(line[index]![0] - line[index - 1]![0], line[index]![1] - line[index - 1]![1]);
  }
  return lengthM;
}

// A closed line starts and ends at the same point: then this is the distance to that point.
function distanceToSegment([x, y]: PlanPoint, [ax, ay]: PlanPoint, [bx, by]: PlanPoint): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
