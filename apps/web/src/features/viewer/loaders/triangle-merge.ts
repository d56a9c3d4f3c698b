/** One mesh's triangles in its buffer layout. Transferable to a worker. */
export interface TrianglePart {
  readonly positions: Float32Array | Int16Array | Uint16Array | Int8Array | Uint8Array;
  /** Integers represent fractions of their type's maximum. */
  readonly normalized: boolean;
  /** In array elements. */
  readonly stride: number;
  readonly offset: number;
  readonly vertexCount: number;
  readonly index: Uint32Array | Uint16Array | Uint8Array | null;
  /** Column-major 4 × 4, mesh to scene. */
  readonly matrix: readonly number[];
  readonly isDoubleSided: boolean;
}

export interface MergedTriangles {
  /** Scene coordinates, three per vertex. */
  readonly positions: Float32Array;
  readonly index: Uint32Array;
  /** Vertices before this one belong to double-sided surfaces. */
  readonly doubleSidedVertices: number;
}

/** Merges all triangles of a scan in scene coordinates, double-sided ones first. */
export function mergeTriangles(parts: readonly TrianglePart[]): MergedTriangles {
  const ordered = [...parts.filter((part) => part.isDoubleSided), ...parts.filter((part) => !part.isDoubleSided)];
  const vertexTotal = ordered.reduce((sum, part) => sum + part.vertexCount, 0);
  const indexTotal = ordered.reduce((sum, part) => sum + indexLength(part), 0);
  const positions = new Float32Array(vertexTotal * 3);
  const index = new Uint32Array(indexTotal);
  let vertexAt = 0;
  let indexAt = 0;
  for (const part of ordered) {
    writePositions(part, positions, vertexAt);
    writeIndex(part, index, indexAt, vertexAt);
    vertexAt += part.vertexCount;
    indexAt += indexLength(part);
  }
  const doubleSidedVertices = ordered.reduce((sum, part) => sum + (part.isDoubleSided ? part.vertexCount : 0), 0);
  return { positions, index, doubleSidedVertices };
}

/** Maximum of an integer array's type, the divisor of normalised attributes (glTF 2.0 §3.6.2.2). */
export function fractionScale(positions: TrianglePart["positions"], normalized: boolean): number {
  if (!normalized) return 1;
  if (positions instanceof Int16Array) return 1 / 32767;
  if (positions instanceof Uint16Array) return 1 / 65535;
  if (positions instanceof Int8Array) return 1 / 127;
  if (positions instanceof Uint8Array) return 1 / 255;
  return 1;
}

function indexLength(part: TrianglePart): number {
  const length = part.index?.length ?? part.vertexCount;
  return length - (length % 3);
}

function writePositions(part: TrianglePart, out: Float32Array, vertexAt: number): void {
  const { positions, stride, offset, vertexCount, matrix: m } = part;
  const scale = fractionScale(positions, part.normalized);
  for (let i = 0, at = offset, to = vertexAt * 3; i < vertexCount; i++, at += stride, to += 3) {
    const x = positions[at]! * scale;
    const y = positions[at + 1]! * scale;
    const z = positions[at + 2]! * scale;
    out[to] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    out[to + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    out[to + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
  }
}

function writeIndex(part: TrianglePart, out: Uint32Array, indexAt: number, vertexAt: number): void {
  // A mirrored node flips its triangles; rendering corrects that, so this must too.
  const [b, c] = isMirrored(part.matrix) ? [2, 1] : [1, 2];
  const length = indexLength(part);
  for (let i = 0; i < length; i += 3) {
    out[indexAt + i] = (part.index?.[i] ?? i) + vertexAt;
    out[indexAt + i + 1] = (part.index?.[i + b] ?? i + b) + vertexAt;
    out[indexAt + i + 2] = (part.index?.[i + c] ?? i + c) + vertexAt;
  }
}

function isMirrored(m: readonly number[]): boolean {
  const determinant =
    m[0]! * (m[5]! * m[10]! - m[9]! * m[6]!) -
    m[4]! * (m[1]! * m[10]! - m[9]! * m[2]!) +
    m[8]! * (m[1]! * m[6]! - m[5]! * m[2]!);
  return determinant < 0;
}
