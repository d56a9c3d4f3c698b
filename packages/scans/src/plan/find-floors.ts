/** Thickness of the layers that accumulate level surface, metres. */
const layerM = 0.05;
/** Minimum distance between storeys, metres: anything closer is a step, a table or the back of a ceiling. */
const storeyHeightMMin = 2;
/** A storey has at least this share of the largest one's level surface. */
const storeyShareMin = 0.25;
const layersMax = 200_000;
/**
 * Floors have at least this share of all level surface: on open land, level surface occurs at every height. For points
 * the share is smaller, since walls have points too.
 */
const floorsShareMin = { triangles: 0.5, points: 0.25 };
const layersAroundFloor = 3;
/** Only the tallest buildings have more; thousands of detected floors are not a building, and each costs a plan. */
export const storeysMax = 100;

export interface Floors {
  /** Metres, ascending. Empty if nothing is level, or if it is all open land. */
  readonly heightsM: readonly number[];
  /** More than `storeysMax` were found; those with the least floor are dropped. */
  readonly isCut: boolean;
}

/**
 * Accumulates the level surface at each height and derives the storeys. Metres, y up. Takes one pass over a scan's
 * triangles or points; holds one number per 5 cm of height.
 */
export class FloorFinder {
  readonly #minM: number;
  readonly #thicknessM: number;
  readonly #up: Float64Array;
  readonly #down: Float64Array;
  #shareMin = floorsShareMin.triangles;

  /** @param minM lowest and @param maxM highest point of the scan, metres */
  constructor(minM: number, maxM: number) {
    this.#minM = minM;
    this.#thicknessM = Math.max(layerM, (maxM - minM) / layersMax);
    const layers = Math.floor((maxM - minM) / this.#thicknessM) + 1;
    this.#up = new Float64Array(layers);
    this.#down = new Float64Array(layers);
  }

  /** A triangle's corners; it counts by its area if it is within 25° of level. */
  addTriangle(a: readonly number[], b: readonly number[], c: readonly number[]): void {
    const [ax, ay, az] = a as [number, number, number];
    const [ux, uy, uz] = [b[0]! - ax, b[1]! - ay, b[2]! - az];
    const [vx, vy, vz] = [c[0]! - ax, c[1]! - ay, c[2]! - az];
    const ny = uz * vx - ux * vz;
    const doubleArea = Math.hypot(uy * vz - uz * vy, ny, ux * vy - uy * vx);
    if (!(doubleArea > 0) || Math.abs(ny) < 0.906 * doubleArea) return;
    const layer = this.#layerOf((ay + b[1]! + c[1]!) / 3);
    const side = ny > 0 ? this.#up : this.#down;
    side[layer] = (side[layer] ?? 0) + doubleArea / 2;
  }

  /** A point, whose surface is unknown: walls add a little at every height, floors and ceilings much at one height. */
  addPoint(yM: number): void {
    this.#shareMin = floorsShareMin.points;
    const layer = this.#layerOf(yM);
    this.#up[layer] = (this.#up[layer] ?? 0) + 1;
  }

  floors(): Floors {
    // A scan with inverted winding shows its floors from below.
    const surface = total(this.#up) >= total(this.#down) / 4 ? this.#up : this.#down;
    const smooth = surface.map((value, layer) => value + 0.7 * ((surface[layer - 1] ?? 0) + (surface[layer + 1] ?? 0)));
    const order = [...smooth.keys()].sort((a, b) => smooth[b]! - smooth[a]!);
    const found: number[] = [];
    const layersApart = Math.floor(storeyHeightMMin / this.#thicknessM);
    const isNear = new Uint8Array(smooth.length);
    for (const layer of order) {
      const share = smooth[layer]! / smooth[order[0]!]!;
      if (!(share >= storeyShareMin)) break;
      if (isNear[layer] === 1) continue;
      isNear.fill(1, Math.max(0, layer - layersApart), layer + layersApart + 1);
      found.push(layer);
    }
    const onFloors = found.reduce((sum, layer) => sum + total(around(surface, layer)), 0);
    if (onFloors < this.#shareMin * total(surface)) return { heightsM: [], isCut: false };
    const heightsM = found
      .slice(0, storeysMax)
      .map((layer) => this.#minM + (layer + 0.5) * this.#thicknessM)
      .sort((a, b) => a - b);
    return { heightsM, isCut: found.length > storeysMax };
  }

  #layerOf(yM: number): number {
    return Math.min(this.#up.length - 1, Math.max(0, Math.floor((yM - this.#minM) / this.#thicknessM)));
  }
}

function total(layers: Float64Array): number {
  return layers.reduce((sum, surface) => sum + surface, 0);
}

function around(layers: Float64Array, layer: number): Float64Array {
  return layers.subarray(Math.max(0, layer - layersAroundFloor), layer + layersAroundFloor + 1);
}
