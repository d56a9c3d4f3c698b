import type { ByteSource } from "../byte-source.ts";
import {
  findPlyElement,
  type PlyElement,
  type PlyHeader,
  type PlyScalarType,
  plyRecordBytes,
  plyScalarBytes,
  readPlyHeader,
  requirePlyCountsFit,
} from "../ply-header.ts";
import { readPlyScalar } from "../ply-scalar.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type PointBatch, type PointStream, pointsPerBatch, toDataView } from "./point-stream.ts";
import { readTextLines, toNumbers } from "./text-lines.ts";

/** Positions of the relevant numbers in a record: byte offsets in binary files, columns in text. */
export interface PlyPointLayout {
  readonly header: PlyHeader;
  readonly vertex: PlyElement;
  readonly recordBytes: number;
  readonly verticesOffset: number;
  readonly position: readonly PlyField[];
  readonly colour: readonly PlyField[] | undefined;
  readonly intensity: PlyField | undefined;
  readonly classification: PlyField | undefined;
}

interface PlyField {
  readonly type: PlyScalarType;
  readonly offset: number;
  readonly column: number;
}

/** @throws ScanProblem when the header lacks positions or declares more than the file holds */
export async function readPlyPointLayout(source: ByteSource): Promise<PlyPointLayout> {
  const header = await readPlyHeader(source);
  requirePlyCountsFit(header, source.sizeBytes);
  const vertex = findPlyElement(header, "vertex");
  if (!vertex || vertex.count === 0) throw new ScanProblem("scan-empty-geometry");
  const recordBytes = plyRecordBytes(vertex);
  if (recordBytes === undefined) throw new ScanProblem("scan-unsupported-feature", "lists inside PLY vertices");
  let verticesOffset = header.dataOffset;
  for (const element of header.elements) {
    if (element === vertex) break;
    const elementBytes = plyRecordBytes(element);
    if (elementBytes === undefined) throw new ScanProblem("scan-unsupported-feature", "PLY lists before the vertices");
    if (header.encoding !== "ascii") verticesOffset += elementBytes * element.count;
  }
  const fields = new Map<string, PlyField>();
  let offset = 0;
  vertex.properties.forEach(({ name, type }, column) => {
    fields.set(name.toLowerCase(), { type, offset, column });
    offset += plyScalarBytes(type);
  });
  const find = (names: string[]) => {
    const found = names.map((name) => fields.get(name));
    return found.every((field) => field !== undefined) ? found : undefined;
  };
  const position = find(["x", "y", "z"]);
  if (!position) throw new ScanProblem("scan-corrupt", "PLY vertices without x, y, z");
  return {
    header,
    vertex,
    recordBytes,
    verticesOffset,
    position,
    colour:
      find(["red", "green", "blue"]) ?? find(["diffuse_red", "diffuse_green", "diffuse_blue"]) ?? find(["r", "g", "b"]),
    intensity: fields.get("intensity") ?? fields.get("scalar_intensity") ?? fields.get("scalar_scalar_intensity"),
    classification: fields.get("classification") ?? fields.get("scalar_classification"),
  };
}

/** Opens a PLY point cloud in any of its three encodings. PLY declares neither units nor an up axis. */
export async function openPlyPoints(source: ByteSource): Promise<PointStream> {
  const layout = await readPlyPointLayout(source);
  return {
    declaredCount: layout.vertex.count,
    unit: "unknown",
    metresPerUnit: { horizontal: 1, vertical: 1 },
    isGeoreferenced: false,
    batches: () => (layout.header.encoding === "ascii" ? readAscii(source, layout) : readBinary(source, layout)),
  };
}

async function* readBinary(source: ByteSource, layout: PlyPointLayout) {
  const { count: total } = layout.vertex;
  for (let first = 0; first < total; first += pointsPerBatch) {
    const count = Math.min(pointsPerBatch, total - first);
    const bytes = await source.read(layout.verticesOffset + first * layout.recordBytes, count * layout.recordBytes);
    if (bytes.length < count * layout.recordBytes) throw new ScanProblem("scan-truncated");
    yield unpackPlyRecords(layout, toDataView(bytes), count);
  }
}

/** Unpacks consecutive binary records. */
export function unpackPlyRecords(layout: PlyPointLayout, view: DataView, count: number): PointBatch {
  const isLittleEndian = layout.header.encoding === "binary-little-endian";
  const { recordBytes, position, colour, intensity, classification } = layout;
  const positions = new Float64Array(count * 3);
  const rgb = colour ? new Uint8Array(count * 3) : undefined;
  const intensities = intensity ? new Float32Array(count) : undefined;
  const classes = classification ? new Uint8Array(count) : undefined;
  for (let i = 0, at = 0; i < count; i++, at += recordBytes) {
    for (let axis = 0; axis < 3; axis++) {
      const field = position[axis]!;
      positions[i * 3 + axis] = readPlyScalar(view, at + field.offset, field.type, isLittleEndian);
      if (rgb) {
        const shade = colour![axis]!;
        rgb[i * 3 + axis] = toColourByte(
          readPlyScalar(view, at + shade.offset, shade.type, isLittleEndian),
          shade.type,
        );
      }
    }
    if (intensities) {
      intensities[i] = readPlyScalar(view, at + intensity!.offset, intensity!.type, isLittleEndian);
    }
    if (classes) {
      classes[i] = readPlyScalar(view, at + classification!.offset, classification!.type, isLittleEndian);
    }
  }
  return toBatch(count, positions, rgb, intensities, classes);
}

async function* readAscii(source: ByteSource, layout: PlyPointLayout) {
  const { position, colour, intensity, classification, vertex, header } = layout;
  const columnCount = vertex.properties.length;
  const numbers = new Float64Array(columnCount);
  let linesToSkip = 0;
  for (const element of header.elements) {
    if (element === vertex) break;
    linesToSkip += element.count;
  }
  let left = vertex.count;
  for await (const { bytes, lineEnds } of readTextLines(source, header.dataOffset, pointsPerBatch)) {
    const positions = new Float64Array(lineEnds.length * 3);
    const rgb = colour ? new Uint8Array(lineEnds.length * 3) : undefined;
    const intensities = intensity ? new Float32Array(lineEnds.length) : undefined;
    const classes = classification ? new Uint8Array(lineEnds.length) : undefined;
    let count = 0;
    for (let line = 0, start = 0; line < lineEnds.length && left > 0; start = lineEnds[line]!, line++) {
      if (linesToSkip > 0) {
        linesToSkip--;
        continue;
      }
      const found = toNumbers(bytes, start, lineEnds[line]!, numbers);
      if (found === 0) continue;
      if (found < columnCount)
        throw new ScanProblem("scan-corrupt", `a PLY line has ${found} of ${columnCount} numbers`);
      for (let axis = 0; axis < 3; axis++) {
        positions[count * 3 + axis] = numbers[position[axis]!.column]!;
        if (rgb) rgb[count * 3 + axis] = toColourByte(numbers[colour![axis]!.column]!, colour![axis]!.type);
      }
      if (intensities) intensities[count] = numbers[intensity!.column]!;
      if (classes) classes[count] = numbers[classification!.column]!;
      count++;
      left--;
    }
    if (count > 0) yield toBatch(count, positions, rgb, intensities, classes);
    if (left === 0) return;
  }
  throw new ScanProblem("scan-truncated", `${left} of ${vertex.count} PLY lines are missing`);
}

function toBatch(
  count: number,
  positions: Float64Array,
  rgb: Uint8Array | undefined,
  intensity: Float32Array | undefined,
  classification: Uint8Array | undefined,
): PointBatch {
  return {
    count,
    positions,
    ...(rgb && { rgb }),
    ...(intensity && { intensity }),
    ...(classification && { classification }),
  };
}

/** Float colours range from 0 to 1, 16-bit ones to 65535. */
function toColourByte(value: number, type: PlyScalarType): number {
  const scaled = type === "float32" || type === "float64" ? value * 255 : type === "uint16" ? value / 257 : value;
  return scaled >= 255 ? 255 : scaled > 0 ? Math.round(scaled) : 0;
}
