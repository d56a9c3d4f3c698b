import { type CornerLayout, packNormal, triangleWidth } from "./corner-layout.ts";
import { RowNumbers } from "./row-numbers.ts";
import type { SharedCorners } from "./shared-corners.ts";
import type { TileSurface } from "./tile-surfaces.ts";
import type { TriangleSpool } from "./triangle-spool.ts";

const creaseCosine = Math.cos((38 * Math.PI) / 180);
// At the tip of a huge fan, each corner would visit all faces; such a tip keeps the face normals.
const facesAroundCornerMax = 96;

/**
 * The faces around the corners that regions share. Both sides of a cut compute the same normals from them, so that
 * shading shows no seam where tiles meet.
 */
export class SharedFans {
  readonly #shared: SharedCorners;
  readonly #first: Int32Array;
  #next = new Int32Array(4096);
  #normals = new Float32Array(4096 * 3);
  #count = 0;

  private constructor(shared: SharedCorners) {
    this.#shared = shared;
    this.#first = new Int32Array(shared.size).fill(-1);
  }

  /** Reads every region once. */
  static async gather(
    spool: TriangleSpool,
    surfaces: readonly TileSurface[],
    onFraction: (fraction: number) => void,
  ): Promise<SharedFans> {
    const fans = new SharedFans(spool.shared);
    if (spool.regions.length < 2) return fans;
    const width = triangleWidth(spool.layout);
    const normal = new Float64Array(3);
    for (const [at, region] of spool.regions.entries()) {
      const words = await spool.readRegion(region);
      for (let from = 0; from < words.length; from += width) {
        if (!needsNormals(words, from, spool.layout, surfaces)) continue;
        let hasNormal = false;
        for (let corner = 0; corner < 3; corner++) {
          const place = from + corner * (spool.layout.width - 1);
          const number = spool.shared.find(words, place);
          if (number < 0) continue;
          if (!hasNormal) faceNormal(words, from, spool.layout, normal);
          hasNormal = true;
          fans.#add(number, normal);
        }
      }
      onFraction((at + 1) / spool.regions.length);
    }
    return fans;
  }

  /**
   * Appends the face normals around the corner at `words[at]` to `out`. @returns false for a corner of only one region
   */
  collect(words: Int32Array, at: number, out: number[]): boolean {
    const number = this.#shared.find(words, at);
    if (number < 0) return false;
    for (let face = this.#first[number]!; face >= 0; face = this.#next[face]!) {
      out.push(this.#normals[face * 3]!, this.#normals[face * 3 + 1]!, this.#normals[face * 3 + 2]!);
    }
    return true;
  }

  #add(number: number, normal: Float64Array): void {
    if (this.#count === this.#next.length) {
      const [next, normals] = [new Int32Array(this.#count * 2), new Float32Array(this.#count * 6)];
      next.set(this.#next);
      normals.set(this.#normals);
      [this.#next, this.#normals] = [next, normals];
    }
    this.#normals.set(normal, this.#count * 3);
    this.#next[this.#count] = this.#first[number]!;
    this.#first[number] = this.#count++;
  }
}

/**
 * Computes normals for the lit triangles of a region where the source has none: smooth where the surface bends gently,
 * sharp where walls meet.
 */
export function fillNormals(
  words: Int32Array,
  layout: CornerLayout,
  surfaces: readonly TileSurface[],
  fans: SharedFans,
): void {
  if (layout.normal < 0) return;
  const width = triangleWidth(layout);
  const cornerWidth = layout.width - 1;
  const triangles = words.length / width;
  const places = new RowNumbers(3, Math.ceil(triangles * 0.6));
  const placeOf = new Int32Array(triangles * 3).fill(-1);
  const faceNormals = new Float32Array(triangles * 3);
  const normal = new Float64Array(3);
  for (let triangle = 0; triangle < triangles; triangle++) {
    const from = triangle * width;
    if (!needsNormals(words, from, layout, surfaces)) continue;
    faceNormal(words, from, layout, normal);
    faceNormals.set(normal, triangle * 3);
    for (let corner = 0; corner < 3; corner++) {
      placeOf[triangle * 3 + corner] = places.add(words, from + corner * cornerWidth);
    }
  }
  const firstCorner = new Uint32Array(places.size + 1);
  for (const place of placeOf) if (place >= 0) firstCorner[place + 1]!++;
  for (let place = 0; place < places.size; place++) firstCorner[place + 1]! += firstCorner[place]!;
  const filled = firstCorner.slice(0, places.size);
  const facesAround = new Uint32Array(firstCorner[places.size]!);
  for (const [corner, place] of placeOf.entries()) {
    if (place >= 0) facesAround[filled[place]!++] = Math.floor(corner / 3);
  }

  const around: number[] = [];
  for (const [corner, place] of placeOf.entries()) {
    if (place < 0) continue;
    const triangle = Math.floor(corner / 3);
    const at = triangle * width + (corner % 3) * cornerWidth;
    around.length = 0;
    if (!fans.collect(words, at, around)) {
      const end = Math.min(firstCorner[place + 1]!, firstCorner[place]! + facesAroundCornerMax + 1);
      for (let face = firstCorner[place]!; face < end; face++) {
        const from = facesAround[face]! * 3;
        around.push(faceNormals[from]!, faceNormals[from + 1]!, faceNormals[from + 2]!);
      }
    }
    words[at + layout.normal] = creasedNormal(faceNormals, triangle * 3, around);
  }
}

/** The average of the faces around a corner that deviate from its own face by less than the crease angle. */
function creasedNormal(faceNormals: Float32Array, own: number, around: readonly number[]): number {
  const [fx, fy, fz] = [faceNormals[own]!, faceNormals[own + 1]!, faceNormals[own + 2]!];
  if (around.length > facesAroundCornerMax * 3) return packNormal(fx, fy, fz);
  const length = Math.sqrt(fx * fx + fy * fy + fz * fz);
  let [x, y, z] = [0, 0, 0];
  for (let at = 0; at < around.length; at += 3) {
    const [ox, oy, oz] = [around[at]!, around[at + 1]!, around[at + 2]!];
    if (fx * ox + fy * oy + fz * oz < creaseCosine * length * Math.sqrt(ox * ox + oy * oy + oz * oz)) continue;
    x += ox;
    y += oy;
    z += oz;
  }
  return packNormal(x, y, z);
}

function needsNormals(
  words: Int32Array,
  from: number,
  layout: CornerLayout,
  surfaces: readonly TileSurface[],
): boolean {
  if (surfaces[words[from + triangleWidth(layout) - 1]!]!.style.isUnlit) return false;
  return words[from + layout.normal] === 0;
}

/** Its length is twice the face's area, so that larger faces weigh more. */
function faceNormal(words: Int32Array, from: number, layout: CornerLayout, out: Float64Array): void {
  const cornerWidth = layout.width - 1;
  const [b, c] = [from + cornerWidth, from + 2 * cornerWidth];
  const ux = words[b]! - words[from]!;
  const uy = words[b + 1]! - words[from + 1]!;
  const uz = words[b + 2]! - words[from + 2]!;
  const vx = words[c]! - words[from]!;
  const vy = words[c + 1]! - words[from + 1]!;
  const vz = words[c + 2]! - words[from + 2]!;
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}
