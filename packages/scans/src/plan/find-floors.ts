/** Thickness of the layers in which level surface is gathered, metres. */
const layerM = 0.05;
/** Storeys are farther apart than this, metres: what is closer is a step, a table or a ceiling's other side. */
const storeyHeightMMin = 2;
/** A storey holds at least this share of the largest one's level surface. */
const storeyShareMin = 0.25;
const layersMax = 200_000;
/**
 * Floors hold at least this share of all level surface: on open land it lies at every height. Of all points it is less,
 * since walls have them, too.
 */
const floorsShareMin = { triangles: 0.5, points: 0.25 };
const layersAroundFloor = 3;
/** The tallest houses have some more; what shows thousands of floors is no house, and each costs a plan. */
export const storeysMax = 100;

export interface Floors {
  /** Metres, rising. Empty where nothing is level, or all of it is open land. */
  readonly heightsM: readonly number[];
  /** There were more than `storeysMax`: those with the least floor are left out. */
  readonly isCut: boolean;
}

/**
 * Gathers how much level surface lies at each height, and tells the storeys from it. Metres, y up. Fed in one pass over
 * a scan's triangles or points; holds one number for each 5 cm of height.
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

  /** A triangle's corners; counts where it is within 25° of level, by its area. */
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

  /** A point, which does not know its surface: walls count a little everywhere, floors and ceilings much at one height. */
  addPoint(yM: number): void {
    this.#shareMin = floorsShareMin.points;
    const layer = this.#layerOf(yM);
    this.#up[layer] = (this.#up[layer] ?? 0) + 1;
  }

  /** The storeys' floors. */
  floors(): Floors {
    // A scan whose triangles are all wound the other way shows its floors from below.
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
