import { ScanProblem } from "../../scan-problem.ts";
import { determinant3, type Matrix, transformPoint } from "../matrix.ts";
import { toLinear } from "../mesh-scene.ts";
import type { TriangleBatcher } from "../sources/triangle-batcher.ts";
import { triangulateFace } from "../triangulate-face.ts";
import { type FbxArray, type FbxNode, findChild, isFbxArray, toText } from "./fbx-nodes.ts";

const triangle = [0, 1, 2];
/** Triangulating a concave face of this size takes seconds; a much larger one takes minutes. */
const faceCornersMax = 300_000;

/** Counts that a geometry declares before its lists are read. */
export interface FbxGeometryCounts {
  readonly vertices: number;
  /** Corners of all faces. */
  readonly corners: number;
}

export function countFbxGeometry(geometry: FbxNode): FbxGeometryCounts {
  return {
    vertices: Math.floor((listOf(geometry, "Vertices")?.length ?? 0) / 3),
    corners: listOf(geometry, "PolygonVertexIndex")?.length ?? 0,
  };
}

export async function readFbxVertices(geometry: FbxNode): Promise<Float64Array> {
  return (await listOf(geometry, "Vertices")?.read()) ?? new Float64Array();
}

/** Face corners: vertex indices, with the last of each face stored as its complement. */
export async function readFbxCorners(geometry: FbxNode): Promise<Float64Array> {
  return (await listOf(geometry, "PolygonVertexIndex")?.read()) ?? new Float64Array();
}

function listOf(node: FbxNode | undefined, name: string): FbxArray | undefined {
  const value = findChild(node, name)?.values[0];
  return isFbxArray(value) ? value : undefined;
}

/** Values of a layer (normals, texture coordinates, colours) by corner. */
interface Layer {
  readonly values: Float64Array;
  /** Offset of a corner's value, or -1 if it has none. */
  at(corner: number, vertex: number, face: number): number;
}

async function readLayer(
  geometry: FbxNode,
  element: string,
  valuesName: string,
  indexName: string,
  size: number,
): Promise<Layer | undefined> {
  const node = findChild(geometry, element);
  const values = await listOf(node, valuesName)?.read();
  if (values === undefined || values.length < size) return undefined;
  const mapping = toText(findChild(node, "MappingInformationType")?.values[0]);
  const isIndexed = toText(findChild(node, "ReferenceInformationType")?.values[0]) !== "Direct";
  const indices = isIndexed ? await listOf(node, indexName)?.read() : undefined;
  return {
    values,
    at: (corner, vertex, face) => {
      const item =
        mapping === "ByPolygonVertex"
          ? corner
          : mapping === "ByVertice" || mapping === "ByVertex"
            ? vertex
            : mapping === "ByPolygon"
              ? face
              : 0;
      const index = indices === undefined ? item : (indices[item] ?? -1);
      return index >= 0 && (index + 1) * size <= values.length ? index * size : -1;
    },
  };
}

/** Material index of each face; undefined: the first material. */
async function readFaceMaterials(geometry: FbxNode): Promise<Float64Array | undefined> {
  const node = findChild(geometry, "LayerElementMaterial");
  const mapping = toText(findChild(node, "MappingInformationType")?.values[0]);
  return mapping === "ByPolygon" ? await listOf(node, "Materials")?.read() : undefined;
}

/**
 * Emits the triangles of one geometry, grouped by material so that batches stay long.
 * @param surfaceOf the surface of the model's n-th material
 * @throws ScanProblem `scan-corrupt`, `scan-lying-count`, `scan-too-large`
 */
export async function readFbxTriangles(
  geometry: FbxNode,
  matrix: Matrix,
  surfaceOf: (material: number) => number,
  batcher: TriangleBatcher,
): Promise<void> {
  const vertices = await readFbxVertices(geometry);
  const corners = await readFbxCorners(geometry);
  const uvs = await readLayer(geometry, "LayerElementUV", "UV", "UVIndex", 2);
  const normals = await readLayer(geometry, "LayerElementNormal", "Normals", "NormalsIndex", 3);
  const colours = await readLayer(geometry, "LayerElementColor", "Colors", "ColorIndex", 4);
  const faceMaterials = await readFaceMaterials(geometry);
  const vertexCount = Math.floor(vertices.length / 3);
  const toNormal = normalTransform(matrix);
  const isMirrored = determinant3(matrix) < 0;

  const materialOf = (face: number) => Math.max(0, faceMaterials?.[face] ?? 0);
  const writeCorner = (corner: number, face: number, target: number) => {
    const raw = corners[corner]!;
    const vertex = raw < 0 ? -1 - raw : raw;
    if (!(vertex < vertexCount)) throw new ScanProblem("scan-corrupt", `FBX names vertex ${vertex} of ${vertexCount}`);
    const at = vertex * 3;
    batcher.positions.set(transformPoint(matrix, vertices[at]!, vertices[at + 1]!, vertices[at + 2]!), target * 3);
    if (normals !== undefined) {
      const from = normals.at(corner, vertex, face);
      const [x, y, z] = from < 0 ? [0, 0, 0] : [0, 1, 2].map((axis) => normals.values[from + axis]!);
      batcher.normals.set(toNormal(x!, y!, z!), target * 3);
    }
    if (uvs !== undefined) {
      const from = uvs.at(corner, vertex, face);
      batcher.uvs[target * 2] = from < 0 ? 0 : uvs.values[from]!;
      // FBX counts v upwards from the bottom edge of the picture, glTF downwards from the top.
      batcher.uvs[target * 2 + 1] = from < 0 ? 0 : 1 - uvs.values[from + 1]!;
    }
    if (colours !== undefined) {
      const from = colours.at(corner, vertex, face);
      for (let channel = 0; channel < 4; channel++) {
        const value = from < 0 ? 1 : colours.values[from + channel]!;
        batcher.colours[target * 4 + channel] = channel === 3 ? value : toLinear(value * 255);
      }
    }
  };
  const cornersOf = (start: number, end: number) => {
    const positions = new Float64Array((end - start + 1) * 3);
    for (let corner = start; corner <= end; corner++) {
      const raw = corners[corner]!;
      const at = (raw < 0 ? -1 - raw : raw) * 3;
      for (let axis = 0; axis < 3; axis++) positions[(corner - start) * 3 + axis] = vertices[at + axis] ?? 0;
    }
    return positions;
  };
  const materials = new Set<number>([0]);
  for (const material of faceMaterials ?? []) materials.add(Math.max(0, material));
  for (const material of materials) {
    batcher.begin(surfaceOf(material), {
      normals: normals !== undefined,
      uvs: uvs !== undefined,
      colours: colours !== undefined,
    });
    for (let start = 0, face = 0; start < corners.length; face++) {
      let end = start;
      while (end < corners.length && corners[end]! >= 0) end++;
      if (end >= corners.length) throw new ScanProblem("scan-corrupt", "the last FBX face has no end");
      if (end - start > faceCornersMax)
        throw new ScanProblem("scan-too-large", `an FBX face of ${end - start + 1} corners`);
      if (materialOf(face) === material) {
        const triangles = end - start === 2 ? triangle : triangulateFace(cornersOf(start, end));
        for (let at = 0; at < triangles.length; at += 3) {
          const target = batcher.count * 3;
          writeCorner(start + triangles[at]!, face, target);
          writeCorner(start + triangles[at + (isMirrored ? 2 : 1)]!, face, target + 1);
          writeCorner(start + triangles[at + (isMirrored ? 1 : 2)]!, face, target + 2);
          batcher.next();
        }
      }
      start = end + 1;
    }
  }
}

/** Normals transform with the inverse transpose; a flattening matrix has none. */
function normalTransform(m: Matrix): (x: number, y: number, z: number) => [number, number, number] {
  const cofactors = [0, 1, 2].flatMap((column) =>
    [0, 1, 2].map((row) => {
      const [c1, c2, r1, r2] = [(column + 1) % 3, (column + 2) % 3, (row + 1) % 3, (row + 2) % 3];
      return m[c1 * 4 + r1]! * m[c2 * 4 + r2]! - m[c1 * 4 + r2]! * m[c2 * 4 + r1]!;
    }),
  );
  const sign = determinant3(m) < 0 ? -1 : 1;
  return (x, y, z) => {
    const turned = [0, 1, 2].map(
      (row) => sign * (cofactors[row]! * x + cofactors[3 + row]! * y + cofactors[6 + row]! * z),
    );
    const length = Math.hypot(...turned) || 1;
    return [turned[0]! / length, turned[1]! / length, turned[2]! / length];
  };
}
