import { MeshoptSimplifier } from "meshoptimizer";

const creaseCosine = Math.cos((38 * Math.PI) / 180);
// Around the tip of a huge fan each corner would look at all faces; such a tip keeps its faces' own normals.
const facesAroundVertexMax = 96;

export interface ShadedTriangles {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
}

/**
 * Normals for a surface that has none: smooth where it bends gently, sharp where walls meet. Corners that end up with
 * the same position and normal share one vertex.
 */
export async function addCreasedNormals(positions: Float32Array, indices: Uint32Array): Promise<ShadedTriangles> {
  await MeshoptSimplifier.ready;
  const same = MeshoptSimplifier.generatePositionRemap(positions, 3);
  const triangles = indices.length / 3;
  const faceNormals = new Float32Array(indices.length);
  for (let face = 0; face < triangles; face++) {
    const [a, b, c] = [indices[face * 3]! * 3, indices[face * 3 + 1]! * 3, indices[face * 3 + 2]! * 3];
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    // Their length is twice the face's area: larger faces weigh more.
    faceNormals[face * 3] = uy * vz - uz * vy;
    faceNormals[face * 3 + 1] = uz * vx - ux * vz;
    faceNormals[face * 3 + 2] = ux * vy - uy * vx;
  }
  const vertexCount = positions.length / 3;
  const firstFace = new Uint32Array(vertexCount + 1);
  for (const vertex of indices) firstFace[same[vertex]! + 1]!++;
  for (let vertex = 0; vertex < vertexCount; vertex++) firstFace[vertex + 1]! += firstFace[vertex]!;
  const filled = firstFace.slice(0, vertexCount);
  const facesAround = new Uint32Array(indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    facesAround[filled[same[indices[corner]!]!]!++] = Math.floor(corner / 3);
  }

  const firstVariant = new Int32Array(vertexCount).fill(-1);
  const nextVariant = new Int32Array(indices.length);
  const variantNormal = new Int32Array(indices.length);
  const source = new Uint32Array(indices.length);
  const shadedIndices = new Uint32Array(indices.length);
  let variants = 0;
  for (let corner = 0; corner < indices.length; corner++) {
    const vertex = same[indices[corner]!]!;
    const face = Math.floor(corner / 3) * 3;
    const [fx, fy, fz] = [faceNormals[face]!, faceNormals[face + 1]!, faceNormals[face + 2]!];
    const length = Math.hypot(fx, fy, fz) || 1;
    const [from, to] = [firstFace[vertex]!, firstFace[vertex + 1]!];
    let [nx, ny, nz] = [fx, fy, fz];
    if (to - from <= facesAroundVertexMax) {
      nx = ny = nz = 0;
      for (let at = from; at < to; at++) {
        const other = facesAround[at]! * 3;
        const [ox, oy, oz] = [faceNormals[other]!, faceNormals[other + 1]!, faceNormals[other + 2]!];
        if (fx * ox + fy * oy + fz * oz < creaseCosine * length * Math.hypot(ox, oy, oz)) continue;
        nx += ox;
        ny += oy;
        nz += oz;
      }
    }
    const scale = 127 / (Math.hypot(nx, ny, nz) || 1);
    const packed =
      ((Math.round(nx * scale) + 128) << 16) | ((Math.round(ny * scale) + 128) << 8) | (Math.round(nz * scale) + 128);
    let variant = firstVariant[vertex]!;
    while (variant >= 0 && variantNormal[variant] !== packed) variant = nextVariant[variant]!;
    if (variant < 0) {
      variant = variants++;
      variantNormal[variant] = packed;
      nextVariant[variant] = firstVariant[vertex]!;
      firstVariant[vertex] = variant;
      source[variant] = vertex;
    }
    shadedIndices[corner] = variant;
  }

  const shadedPositions = new Float32Array(variants * 3);
  const normals = new Float32Array(variants * 3);
  for (let variant = 0; variant < variants; variant++) {
    const packed = variantNormal[variant]!;
    const normal = [(packed >> 16) - 128, ((packed >> 8) & 255) - 128, (packed & 255) - 128] as const;
    const length = Math.hypot(...normal) || 1;
    for (let axis = 0; axis < 3; axis++) {
      shadedPositions[variant * 3 + axis] = positions[source[variant]! * 3 + axis]!;
      normals[variant * 3 + axis] = normal[axis]! / length;
    }
  }
  return { positions: shadedPositions, normals, indices: shadedIndices };
}
