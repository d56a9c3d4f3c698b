import {
  type Bounds,
  type FrameAnswers,
  type LengthUnit,
  metresPerUnit,
  toAnsweredUpAxis,
  type UpAxis,
} from "@blueprint/contract/scan-report";
import { ScanProblem } from "../../scan-problem.ts";
import { createBoundsBuilder } from "../bounds-builder.ts";
import { boundsWarnings, localCoordinateMax } from "../geometry-limits.ts";
import { listPictures, type MeshSource, type TriangleBatch } from "../sources/mesh-source.ts";

/** Results of one pass over every triangle, before any of them is moved. */
export interface MeshMeasure {
  /** Source frame and units. */
  readonly bounds: Bounds;
  readonly upAxis: UpAxis;
  readonly unit: LengthUnit;
  readonly metresPerUnit: number;
  /** Source frame and units: subtracted from every position, zero unless the scan is far away. */
  readonly localOrigin: [number, number, number];
  /** Valid triangles. */
  readonly triangles: number;
  /** A uniform sample of the triangles' centres, three values each, source frame. */
  readonly centres: Float64Array;
  /** The combinations of surfaces and attributes in use. */
  readonly uses: readonly MeasuredUse[];
  /** Per picture: the sum of its triangles' areas in texture coordinates. Well above 1, the picture repeats. */
  readonly uvAreas: Float64Array;
}

/** Triangles of one surface with the same attributes look alike. */
export interface SurfaceUse {
  readonly surface: number;
  readonly hasUvs: boolean;
  readonly hasSecondUvs: boolean;
  readonly hasNormals: boolean;
  readonly hasColours: boolean;
}

export interface MeasuredUse extends SurfaceUse {
  /** False if all vertices have the same colour, which is a tint and contains no captured light. */
  readonly coloursVary: boolean;
}

export const surfaceUseKey = ({ surface, hasUvs, hasSecondUvs, hasNormals, hasColours }: SurfaceUse) =>
  surface * 16 + Number(hasSecondUvs) * 8 + Number(hasUvs) * 4 + Number(hasNormals) * 2 + Number(hasColours);

export const toSurfaceUse = ({ surface, uvs, secondUvs, normals, colours }: TriangleBatch): SurfaceUse => ({
  surface,
  hasUvs: uvs !== undefined,
  hasSecondUvs: secondUvs !== undefined,
  hasNormals: normals !== undefined,
  hasColours: colours !== undefined,
});

const sampleMax = 200_000;
// One 8-bit step; smaller differences are rounding by the exporter.
const colourStep = 1 / 255;
// How level a surface must be to count as floor or ceiling: within about 18 degrees.
const levelCosineMin = 0.95;
// One axis must be this much more convincing than the other; otherwise the format's convention decides.
const certaintyMin = 1.3;

/** Detects corners and faces that cannot be drawn; used alike for measuring and tiling. */
export function judgeTriangle(positions: Float64Array, at: number): "sound" | "invalid" | "no-area" {
  let sum = 0;
  for (let value = 0; value < 9; value++) sum += positions[at + value]!;
  if (!Number.isFinite(sum)) return "invalid";
  const ux = positions[at + 3]! - positions[at]!;
  const uy = positions[at + 4]! - positions[at + 1]!;
  const uz = positions[at + 5]! - positions[at + 2]!;
  const vx = positions[at + 6]! - positions[at]!;
  const vy = positions[at + 7]! - positions[at + 1]!;
  const vz = positions[at + 8]! - positions[at + 2]!;
  return uy * vz - uz * vy === 0 && uz * vx - ux * vz === 0 && ux * vy - uy * vx === 0 ? "no-area" : "sound";
}

/**
 * Reads all triangles once. Adds to the source's warnings.
 * @param answers the person's answers about the frame; used where the file specifies nothing
 * @throws ScanProblem `scan-empty-geometry`, `scan-faces-without-area`, `scan-invalid-geometry`
 */
export async function measureMesh(
  source: MeshSource,
  answers: FrameAnswers,
  onFraction: (fraction: number) => void,
): Promise<MeshMeasure> {
  const unit = source.unit === "unknown" ? (answers.unit ?? "unknown") : source.unit;
  const scale = metresPerUnit[unit];
  if (unit !== "unknown") source.warnings.delete("scan-units-unknown");
  const builder = createBoundsBuilder();
  const sample = new Reservoir(sampleMax);
  const area = { y: 0, z: 0 };
  const uvAreas = new Float64Array(source.pictures.length);
  let triangles = 0;
  let invalid = 0;
  let noArea = 0;
  const uses = new Map<number, SurfaceUse>();
  const colours = new Map<number, ColourSpread>();
  const measureBatch = (batch: TriangleBatch) => {
    const { surface, count, positions, uvs, secondUvs } = batch;
    const use = toSurfaceUse(batch);
    const key = surfaceUseKey(use);
    uses.set(key, use);
    if (batch.colours !== undefined) {
      const spread = colours.get(key) ?? new ColourSpread();
      colours.set(key, spread);
      spread.add(batch.colours, count);
    }
    const measured = source.surfaces[surface];
    const pictures = measured === undefined ? [] : listPictures(measured);
    const indicesOf = (isSecond: boolean) =>
      new Set(pictures.filter((one) => (one.usesSecondUvs === true) === isSecond).map(({ index }) => index));
    const coverages = [
      [uvs, indicesOf(false)],
      [secondUvs, indicesOf(true)],
    ] as const;
    for (let triangle = 0; triangle < count; triangle++) {
      const at = triangle * 9;
      const judgement = judgeTriangle(positions, at);
      if (judgement !== "sound") {
        if (judgement === "invalid") invalid++;
        else noArea++;
        continue;
      }
      triangles++;
      for (let corner = at; corner < at + 9; corner += 3) {
        builder.add(positions[corner]!, positions[corner + 1]!, positions[corner + 2]!);
      }
      sample.offer(positions, at);
      if (source.upAxis === undefined) addLevelArea(positions, at, area);
      for (const [coordinates, covered] of coverages) {
        if (coordinates === undefined) continue;
        for (const picture of covered) uvAreas[picture]! += uvArea(coordinates, triangle * 6);
      }
    }
  };
  await source.readTriangles(measureBatch, onFraction);

  const { points } = source;
  for (let at = 0; at < (points?.positions.length ?? 0); at += 3) {
    builder.add(points!.positions[at]!, points!.positions[at + 1]!, points!.positions[at + 2]!);
  }
  if (invalid + builder.invalidCount > 0) source.warnings.add("scan-invalid-points-skipped");
  if (noArea > 0) source.warnings.add("scan-degenerate-faces-skipped");
  const bounds = builder.toBounds();
  if (bounds === undefined) {
    if (invalid > 0) throw new ScanProblem("scan-invalid-geometry");
    throw new ScanProblem(noArea > 0 ? "scan-faces-without-area" : "scan-empty-geometry");
  }
  for (const warning of boundsWarnings(bounds, scale)) source.warnings.add(warning);
  const localOrigin = [0, 1, 2].map((axis) => {
    const [min, max] = [bounds.min[axis]!, bounds.max[axis]!];
    return Math.max(Math.abs(min), Math.abs(max)) * scale > localCoordinateMax ? Math.round((min + max) / 2) : 0;
  }) as [number, number, number];
  return {
    bounds,
    upAxis: source.upAxis ?? toAnsweredUpAxis(answers) ?? guessUpAxis(area, bounds) ?? source.usualUpAxis,
    unit,
    metresPerUnit: scale,
    localOrigin,
    triangles,
    centres: sample.toCentres(),
    uses: [...uses].map(([key, use]) => ({ ...use, coloursVary: colours.get(key)?.varies === true })),
    uvAreas,
  };
}

function addLevelArea(positions: Float64Array, at: number, area: { y: number; z: number }): void {
  const ux = positions[at + 3]! - positions[at]!;
  const uy = positions[at + 4]! - positions[at + 1]!;
  const uz = positions[at + 5]! - positions[at + 2]!;
  const vx = positions[at + 6]! - positions[at]!;
  const vy = positions[at + 7]! - positions[at + 1]!;
  const vz = positions[at + 8]! - positions[at + 2]!;
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (Math.abs(ny) > length * levelCosineMin) area.y += length;
  else if (Math.abs(nz) > length * levelCosineMin) area.z += length;
}

/**
 * Guesses whether y or z is up in a file that does not specify it. Venues have floors and ceilings and are wider than
 * high, so up is the axis with much area across it and little extent along it. Undefined when neither stands out.
 */
function guessUpAxis(area: { readonly y: number; readonly z: number }, bounds: Bounds): "y" | "z" | undefined {
  const scoreY = area.y / Math.max(1e-9, bounds.max[1] - bounds.min[1]);
  const scoreZ = area.z / Math.max(1e-9, bounds.max[2] - bounds.min[2]);
  if (scoreY > scoreZ * certaintyMin) return "y";
  if (scoreZ > scoreY * certaintyMin) return "z";
  return undefined;
}

function uvArea(uvs: Float32Array, at: number): number {
  const [u, v] = [uvs[at]!, uvs[at + 1]!];
  const area = Math.abs((uvs[at + 2]! - u) * (uvs[at + 5]! - v) - (uvs[at + 4]! - u) * (uvs[at + 3]! - v)) / 2;
  return Number.isFinite(area) ? area : 0;
}

/** Detects whether any corner's colour differs from the first. */
class ColourSpread {
  varies = false;
  #first: readonly number[] | undefined;

  /** @param colours linear RGBA, twelve a triangle */
  add(colours: Float32Array, triangles: number): void {
    if (this.varies || triangles === 0) return;
    this.#first ??= [...colours.subarray(0, 3)];
    const [red, green, blue] = this.#first as [number, number, number];
    for (let at = 0; at < triangles * 12; at += 4) {
      if (
        Math.abs(colours[at]! - red) > colourStep ||
        Math.abs(colours[at + 1]! - green) > colourStep ||
        Math.abs(colours[at + 2]! - blue) > colourStep
      ) {
        this.varies = true;
        return;
      }
    }
  }
}

/** Samples triangle centres with equal probability. Deterministic, because tiles are named by their content. */
class Reservoir {
  readonly #values: Float64Array;
  readonly #max: number;
  #seen = 0;
  #state = 0x2545f491;

  constructor(max: number) {
    this.#max = max;
    this.#values = new Float64Array(max * 3);
  }

  offer(positions: Float64Array, at: number): void {
    const slot = this.#seen < this.#max ? this.#seen : Math.floor(this.#random() * (this.#seen + 1));
    this.#seen++;
    if (slot >= this.#max) return;
    for (let axis = 0; axis < 3; axis++) {
      this.#values[slot * 3 + axis] =
        (positions[at + axis]! + positions[at + 3 + axis]! + positions[at + 6 + axis]!) / 3;
    }
  }

  toCentres(): Float64Array {
    return this.#values.slice(0, Math.min(this.#seen, this.#max) * 3);
  }

  #random(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 2 ** 32;
  }
}
