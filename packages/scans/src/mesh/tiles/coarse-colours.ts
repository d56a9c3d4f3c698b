import { bitsToFloat, createCornerLayout, packChannels, unpackChannel } from "./corner-layout.ts";
import { type UnpackedPicture, wrapPixel } from "./picture-store.ts";
import { RowNumbers } from "./row-numbers.ts";
import { type TileMesh, vertexCount } from "./tile-mesh.ts";
import type { TileSurface } from "./tile-surfaces.ts";

const linearBySrgb = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/**
 * The mesh with its pictures converted to vertex colours, each the average of the picture around it. Vertices that
 * differ only in texture coordinates are merged, so that simplification can cross seams.
 */
export function toVertexColours(
  mesh: TileMesh,
  surfaces: readonly TileSurface[],
  pictures: readonly (UnpackedPicture | undefined)[],
): TileMesh {
  const { layout, rows, indices } = mesh;
  const coarse = createCornerLayout({ uv: false, secondUv: false, normal: layout.normal >= 0, colour: true });
  const sums = sampleCorners(mesh, surfaces, pictures);
  // Weld by position, normal and surface first; average the colours before adding them to the row.
  const welded = new RowNumbers(coarse.width - 2, vertexCount(mesh));
  const numbers = new Uint32Array(vertexCount(mesh));
  const key = new Int32Array(coarse.width - 2);
  for (let vertex = 0; vertex < numbers.length; vertex++) {
    const at = vertex * layout.width;
    key.set(rows.subarray(at, at + 3));
    if (layout.normal >= 0) key[3] = rows[at + layout.normal]!;
    key[key.length - 1] = surfaces[rows[at + layout.surface]!]!.coarse;
    numbers[vertex] = welded.add(key, 0);
  }
  const totals = new Float64Array(welded.size * 5);
  for (let vertex = 0; vertex < numbers.length; vertex++) {
    for (let value = 0; value < 5; value++) totals[numbers[vertex]! * 5 + value]! += sums[vertex * 5 + value]!;
  }
  const coarseRows = new Int32Array(welded.size * coarse.width);
  for (let vertex = 0; vertex < welded.size; vertex++) {
    const from = vertex * welded.width;
    const to = vertex * coarse.width;
    coarseRows.set(welded.rows.subarray(from, from + 3), to);
    if (coarse.normal >= 0) coarseRows[to + coarse.normal] = welded.rows[from + 3]!;
    const weight = totals[vertex * 5 + 4]! || 1;
    const [red, green, blue, alpha] = [0, 1, 2, 3].map((channel) => totals[vertex * 5 + channel]! / weight);
    coarseRows[to + coarse.colour] = packChannels(red!, green!);
    coarseRows[to + coarse.colour + 1] = packChannels(blue!, alpha!);
    coarseRows[to + coarse.surface] = welded.rows[from + welded.width - 1]!;
  }
  const coarseIndices = Uint32Array.from(indices, (vertex) => numbers[vertex]!);
  return { layout: coarse, rows: coarseRows, indices: dropCollapsed(coarseIndices) };
}

/** Linear RGBA and weight, summed over the triangles around each vertex. */
function sampleCorners(
  { layout, rows, indices }: TileMesh,
  surfaces: readonly TileSurface[],
  pictures: readonly (UnpackedPicture | undefined)[],
): Float64Array {
  const { width, uv, colour } = layout;
  const sums = new Float64Array((rows.length / width) * 5);
  const texel = new Uint8Array(4);
  const corner = [0, 0, 0];
  for (let at = 0; at < indices.length; at += 3) {
    for (let k = 0; k < 3; k++) corner[k] = indices[at + k]! * width;
    const surface = surfaces[rows[corner[0]! + layout.surface]!]!;
    const picture = uv < 0 || surface.picture === undefined ? undefined : pictures[surface.picture.index];
    const us = corner.map((from) => (picture === undefined ? 0 : bitsToFloat(rows[from + uv]!)));
    const vs = corner.map((from) => (picture === undefined ? 0 : bitsToFloat(rows[from + uv + 1]!)));
    const level = picture === undefined ? 0 : chooseLevel(picture, us, vs);
    for (let k = 0; k < 3; k++) {
      const vertex = corner[k]! / width;
      let [red, green, blue, alpha] = [1, 1, 1, 1];
      if (picture !== undefined && surface.picture !== undefined) {
        // A point inside the triangle, near the corner, at a level where one texel covers that part of it.
        const u = (us[k]! * 4 + us[(k + 1) % 3]! + us[(k + 2) % 3]!) / 6;
        const v = (vs[k]! * 4 + vs[(k + 1) % 3]! + vs[(k + 2) % 3]!) / 6;
        const { widthPx, heightPx } = picture.level(level);
        const x = wrapPixel(Math.floor(u * widthPx), widthPx, surface.picture.wrap[0]);
        const y = wrapPixel(Math.floor(v * heightPx), heightPx, surface.picture.wrap[1]);
        texel[3] = 255;
        picture.readRow(level, y, x, x + 1, texel, 0);
        [red, green, blue, alpha] = [
          linearBySrgb[texel[0]!]!,
          linearBySrgb[texel[1]!]!,
          linearBySrgb[texel[2]!]!,
          texel[3]! / 255,
        ];
      }
      if (colour >= 0) {
        red *= unpackChannel(rows, corner[k]! + colour, 0) / 65535;
        green *= unpackChannel(rows, corner[k]! + colour, 1) / 65535;
        blue *= unpackChannel(rows, corner[k]! + colour, 2) / 65535;
        alpha *= unpackChannel(rows, corner[k]! + colour, 3) / 65535;
      }
      sums[vertex * 5]! += red;
      sums[vertex * 5 + 1]! += green;
      sums[vertex * 5 + 2]! += blue;
      sums[vertex * 5 + 3]! += alpha;
      sums[vertex * 5 + 4]! += 1;
    }
  }
  return sums;
}

/** The level at which one texel covers about a third of the triangle. */
function chooseLevel(picture: UnpackedPicture, us: readonly number[], vs: readonly number[]): number {
  const area = Math.abs((us[1]! - us[0]!) * (vs[2]! - vs[0]!) - (us[2]! - us[0]!) * (vs[1]! - vs[0]!)) / 2;
  const texels = (area * picture.widthPx * picture.heightPx) / 3;
  return texels > 1 ? Math.min(picture.levels.length - 1, Math.round(Math.log2(texels) / 2)) : 0;
}

function dropCollapsed(indices: Uint32Array): Uint32Array {
  const kept = new Uint32Array(indices.length);
  let count = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]!, indices[at + 1]!, indices[at + 2]!];
    if (a === b || b === c || a === c) continue;
    kept[count++] = a;
    kept[count++] = b;
    kept[count++] = c;
  }
  return kept.slice(0, count);
}
