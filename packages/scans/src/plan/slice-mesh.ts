import { joinSegments, lengthOf, type PlanPoint, simplifyLine } from "./polyline.ts";

const toleranceM = 0.02;
/** Anything shorter is a chair leg or noise, metres. */
const lineMMin = 0.25;
/** About 100 MB per cut: anything more is not a floor plan. Beyond the total, the longest cuts are dropped. */
const defaultBounds = { segmentsMax: 3_000_000, allSegmentsMax: 12_000_000 };

interface Cut {
  readonly heightM: number;
  /** Null once dropped. */
  segments: number[] | null;
}

/** Cuts triangles at given heights in one pass. Metres, y up; plans as in `PlanPoint`. */
export class MeshSlicer {
  readonly #cuts: Cut[];
  readonly #bounds: typeof defaultBounds;
  #allSegments = 0;

  constructor(heightsM: readonly number[], bounds = defaultBounds) {
    this.#bounds = bounds;
    this.#cuts = heightsM.map((heightM) => ({ heightM, segments: [] }));
  }

  addTriangle(a: readonly number[], b: readonly number[], c: readonly number[]): void {
    const low = Math.min(a[1]!, b[1]!, c[1]!);
    const high = Math.max(a[1]!, b[1]!, c[1]!);
    for (const cut of this.#cuts) {
      if (cut.segments === null || cut.heightM <= low || cut.heightM > high) continue;
      const points: number[] = [];
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        if (from[1]! < cut.heightM === to[1]! < cut.heightM) continue;
        // Order the ends independently of the triangle, so that neighbours meet in exactly the same point.
        const [lower, upper] = from[1]! < to[1]! ? [from, to] : [to, from];
        const along = (cut.heightM - lower[1]!) / (upper[1]! - lower[1]!);
        points.push(lower[0]! + (upper[0]! - lower[0]!) * along, lower[2]! + (upper[2]! - lower[2]!) * along);
      }
      if (points.length !== 4 || (points[0] === points[2] && points[1] === points[3])) continue;
      cut.segments.push(...points);
      this.#allSegments += 1;
      if (cut.segments.length / 4 > this.#bounds.segmentsMax) this.#giveUp(cut);
      if (this.#allSegments > this.#bounds.allSegmentsMax) this.#giveUp(this.#findLongest());
    }
  }

  #findLongest(): Cut {
    const countOf = ({ segments }: Cut) => segments?.length ?? 0;
    return this.#cuts.reduce((longest, other) => (countOf(other) > countOf(longest) ? other : longest));
  }

  #giveUp(cut: Cut): void {
    this.#allSegments -= (cut.segments?.length ?? 0) / 4;
    cut.segments = null;
  }

  /** The lines of each cut, in the order of the heights; empty for a cut too large to be a plan. */
  lines(): PlanPoint[][][] {
    return this.#cuts.map(({ segments }) =>
      joinSegments(segments ?? [])
        .map((line) => simplifyLine(line, toleranceM))
        .filter((line) => lengthOf(line) > lineMMin),
    );
  }
}
