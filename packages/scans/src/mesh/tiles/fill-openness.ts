import { type CornerLayout, packOpenness, triangleWidth, unpackNormal } from "./corner-layout.ts";
import type { Grid } from "./grid.ts";
import { RowNumbers } from "./row-numbers.ts";
import type { SurfaceCells } from "./surface-cells.ts";
import { isShaded, type TileSurface } from "./tile-surfaces.ts";

/** Triangles longer than this many times the reach of the shade keep their light: it would spread from corner to corner. */
const longestReaches = 3;

/** Notes beside the normals of a region how open its shaded surfaces are. Corners alike are looked at once. */
export function fillOpenness(
  words: Int32Array,
  layout: CornerLayout,
  { grid: { step }, surfaces }: { readonly grid: Grid; readonly surfaces: readonly TileSurface[] },
  cells: SurfaceCells,
): void {
  const width = triangleWidth(layout);
  const cornerWidth = layout.width - 1;
  const triangles = words.length / width;
  const corners = new RowNumbers(5, Math.ceil(triangles * 0.6));
  const numbers = new Int32Array(triangles * 3).fill(-1);
  const longestM: number[] = [];
  const key = new Int32Array(5);
  for (let triangle = 0, from = 0; triangle < triangles; triangle++, from += width) {
    const surface = surfaces[words[from + width - 1]!]!;
    if (!isShaded(surface)) continue;
    key[4] = Number(surface.style.isDoubleSided);
    const lengthM = findLongest(words, from, cornerWidth) * step;
    for (let corner = 0; corner < 3; corner++) {
      const at = from + corner * cornerWidth;
      for (let axis = 0; axis < 3; axis++) key[axis] = words[at + axis]!;
      key[3] = words[at + layout.normal]!;
      const number = corners.add(key, 0);
      numbers[triangle * 3 + corner] = number;
      longestM[number] = Math.max(longestM[number] ?? 0, lengthM);
    }
  }
  const { rows } = corners;
  const packed = longestM.map((lengthM, number) => {
    const from = number * 5;
    const normal = rows[from + 3]!;
    const share = Math.min(1, (longestReaches - lengthM / cells.reachM) / (longestReaches - 1));
    if (share <= 0) return packOpenness(normal, 1);
    const place = [rows[from]! * step, rows[from + 1]! * step, rows[from + 2]! * step];
    const [x, y, z] = toUnit(normal);
    const front = cells.findOpenness(place, [x, y, z]);
    const isBackSeen = rows[from + 4] === 1 && front < 1;
    const back = isBackSeen ? cells.findOpenness(place, [-x, -y, -z]) : 0;
    return packOpenness(normal, 1 - (1 - Math.max(front, back)) * share);
  });
  for (const [corner, number] of numbers.entries()) {
    if (number < 0) continue;
    words[Math.floor(corner / 3) * width + (corner % 3) * cornerWidth + layout.normal] = packed[number]!;
  }
}

/** The longest side of a triangle, grid steps. */
function findLongest(words: Int32Array, from: number, cornerWidth: number): number {
  const between = (a: number, b: number) =>
    Math.hypot(words[a]! - words[b]!, words[a + 1]! - words[b + 1]!, words[a + 2]! - words[b + 2]!);
  const [b, c] = [from + cornerWidth, from + 2 * cornerWidth];
  return Math.max(between(from, b), between(b, c), between(c, from));
}

function toUnit(packed: number): [number, number, number] {
  const [x, y, z] = [unpackNormal(packed, 0), unpackNormal(packed, 1), unpackNormal(packed, 2)];
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
