import type { Bounds } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { readGlbContainer } from "../mesh/gltf-container.ts";
import { type GltfJson, type GltfPrimitive, isSplatPrimitive, requireGltfCountsFit } from "../mesh/gltf-json.ts";
import { type Matrix, transformPoint } from "../mesh/matrix.ts";
import { visitMeshes } from "../mesh/probe-gltf.ts";
import { ScanProblem } from "../scan-problem.ts";
import type { HarmonicsDegree } from "./splat-store.ts";

/** The splats of a GLB (KHR_gaussian_splatting), all placed by the same matrix. */
export interface GltfSplats {
  readonly json: GltfJson;
  readonly binOffset: number;
  readonly primitives: readonly GltfPrimitive[];
  readonly world: Matrix;
  readonly splatCount: number;
  readonly degree: HarmonicsDegree;
  /** In the glTF's frame, as its accessors declare them. */
  readonly bounds: Bounds | undefined;
}

export const splatAttribute = (name: string) => `KHR_gaussian_splatting:${name}`;
const coefficientsByDegree = [1, 3, 5, 7] as const;

/** The attribute of each coefficient up to a degree, in order. */
export function listHarmonics(degree: HarmonicsDegree): string[] {
  return coefficientsByDegree
    .slice(0, degree + 1)
    .flatMap((count, of) =>
      Array.from({ length: count }, (_, coefficient) => splatAttribute(`SH_DEGREE_${of}_COEF_${coefficient}`)),
    );
}

/**
 * Reads the description of the splats in a GLB; runs in the browser.
 * @throws ScanProblem `scan-splats-in-gltf` for splats that are compressed, stand beside surfaces, are placed in several
 *   ways or lack attributes
 */
export async function readGltfSplats(source: ByteSource): Promise<GltfSplats> {
  const { json, bin } = await readGlbContainer(source, { holdsSplats: true });
  requireGltfCountsFit(json, bin?.sizeBytes, () => undefined);
  const unread = (detail: string) => new ScanProblem("scan-splats-in-gltf", detail);
  const primitives: GltfPrimitive[] = [];
  let world: Matrix | undefined;
  visitMeshes(json, (mesh, matrix) => {
    for (const primitive of json.meshes?.[mesh]?.primitives ?? []) {
      if (!isSplatPrimitive(primitive)) throw unread("beside surfaces");
      if (world?.some((value, at) => Math.abs(value - matrix[at]!) > 1e-6)) throw unread("placed in several ways");
      world = matrix;
      primitives.push(primitive);
    }
  });
  if (bin === undefined || world === undefined) throw new ScanProblem("scan-empty-geometry");
  if ((json.bufferViews ?? []).some((view) => view.buffer !== 0 || view.extensions !== undefined)) {
    throw unread("compressed");
  }
  const degrees = primitives.map((primitive) => requireAttributes(json, primitive));
  return {
    json,
    binOffset: bin.offset,
    primitives,
    world,
    splatCount: primitives.reduce((sum, primitive) => sum + countOf(json, primitive), 0),
    degree: Math.min(...degrees) as HarmonicsDegree,
    bounds: toBounds(json, primitives, world),
  };
}

export function countOf(json: GltfJson, { attributes }: GltfPrimitive): number {
  return json.accessors?.[attributes.POSITION ?? -1]?.count ?? 0;
}

/** @returns the degree of harmonics of which every coefficient is there */
function requireAttributes(json: GltfJson, primitive: GltfPrimitive): HarmonicsDegree {
  const count = countOf(json, primitive);
  const has = (name: string) => {
    const accessor = json.accessors?.[primitive.attributes[name] ?? -1];
    return accessor?.bufferView !== undefined && accessor.sparse === undefined && accessor.count === count;
  };
  const needed = ["POSITION", ...["ROTATION", "SCALE", "OPACITY"].map(splatAttribute), ...listHarmonics(0)];
  const missing = needed.find((name) => !has(name));
  if (missing !== undefined) throw new ScanProblem("scan-splats-in-gltf", `no ${missing}`);
  const space = (primitive.extensions?.KHR_gaussian_splatting as { colorSpace?: unknown } | undefined)?.colorSpace;
  if (space !== undefined && space !== "srgb_rec709_display") {
    throw new ScanProblem("scan-splats-in-gltf", `colours of ${String(space).slice(0, 40)}`);
  }
  const degree = ([3, 2, 1] as const).find((of) => listHarmonics(of).every(has));
  return degree ?? 0;
}

function toBounds(json: GltfJson, primitives: readonly GltfPrimitive[], world: Matrix): Bounds | undefined {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { attributes } of primitives) {
    const accessor = json.accessors?.[attributes.POSITION ?? -1];
    const sides = [accessor?.min, accessor?.max];
    if (!sides.every((side) => side?.length === 3 && side.every(Number.isFinite))) return undefined;
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = [0, 1, 2].map((axis) => sides[(corner >> axis) & 1]![axis] as number);
      for (const [axis, value] of transformPoint(world, x!, y!, z!).entries()) {
        min[axis] = Math.min(min[axis]!, value);
        max[axis] = Math.max(max[axis]!, value);
      }
    }
  }
  return { min, max };
}
