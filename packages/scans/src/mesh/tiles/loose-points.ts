import type { Bounds } from "@blueprint/contract/scan-report";
import { type Preview, renderPointsPreview } from "../../preview/render-preview.ts";
import { toSrgbByte } from "../mesh-scene.ts";
import type { MeshSource } from "../sources/mesh-source.ts";
import { encodeGlb } from "./encode-glb.ts";
import { createGridFrame, toDeliveredFrame } from "./grid.ts";
import type { MeshMeasure } from "./measure-mesh.ts";
import { plainStyle } from "./tile-surfaces.ts";
import { writeTileFile } from "./tile-writer.ts";

/** Points among the triangles of a mesh file, or its only content. */
export interface LoosePoints {
  readonly path: string;
  readonly count: number;
  readonly bounds: Bounds;
  renderPreview(): Promise<Preview>;
}

// They are drawn all at once: a file with millions of points should use a point cloud format.
const pointsMax = 1_000_000;
// A medium grey, linear.
const plainLinear = 0.3;

/** Writes the loose points of a mesh as one tile; undefined when there are none. */
export async function deliverLoosePoints(
  source: MeshSource,
  measure: MeshMeasure,
  outputDir: string,
): Promise<LoosePoints | undefined> {
  const { points } = source;
  if (points === undefined) return undefined;
  const total = points.positions.length / 3;
  const stride = Math.ceil(total / pointsMax);
  if (stride > 1) source.warnings.add("scan-points-thinned");
  const { step } = createGridFrame(measure).grid;
  const positions: number[] = [];
  const linear: number[] = [];
  for (let point = 0; point < total; point += stride) {
    const place = toDeliveredFrame(points.positions, point * 3, measure);
    if (!Number.isFinite(place[0] + place[1] + place[2])) continue;
    positions.push(...place.map((value) => Math.round(value / step)));
    for (let channel = 0; channel < 4; channel++) {
      const value = points.colours?.[point * 4 + channel] ?? (channel < 3 ? plainLinear : 1);
      linear.push(Math.round(Math.min(1, Math.max(0, value)) * 65_535));
    }
  }
  if (positions.length === 0) return undefined;
  const style = { ...plainStyle, isUnlit: true };
  const primitive = { style, positions: Int32Array.from(positions), colours: Uint16Array.from(linear) };
  const path = await writeTileFile(outputDir, await encodeGlb({ primitives: [primitive], step }));
  const metres = Float32Array.from(positions, (value) => value * step);
  const hasColours = points.colours !== undefined;
  const rgb = Uint8Array.from(
    linear.filter((_, at) => at % 4 < 3),
    (value) => toSrgbByte(value / 65_535),
  );
  return {
    path,
    count: positions.length / 3,
    bounds: findBounds(metres),
    renderPreview: () => renderPointsPreview({ positions: metres, colours: hasColours ? rgb : undefined }),
  };
}

function findBounds(positions: Float32Array): Bounds {
  const bounds: Bounds = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (let at = 0; at < positions.length; at++) {
    const axis = at % 3;
    bounds.min[axis] = Math.min(bounds.min[axis]!, positions[at]!);
    bounds.max[axis] = Math.max(bounds.max[axis]!, positions[at]!);
  }
  return bounds;
}
