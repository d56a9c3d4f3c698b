import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { decompressLzf } from "./decompress-lzf.ts";
import { type PointBatch, type PointStream, pointsPerBatch, requireDeclaredFits, toDataView } from "./point-stream.ts";
import { readTextLines, toNumbers } from "./text-lines.ts";

interface PcdField {
  readonly name: string;
  readonly sizeBytes: number;
  readonly type: string;
  readonly count: number;
  readonly offset: number;
  readonly column: number;
}

/** The header of a PCD file, checked against the file's size. */
export interface PcdHeader {
  readonly fields: readonly PcdField[];
  readonly recordBytes: number;
  readonly columnCount: number;
  readonly pointCount: number;
  readonly encoding: "ascii" | "binary" | "binary_compressed";
  readonly dataOffset: number;
}

const headerBytesMax = 64 << 10;
/** The compressed form can only be unpacked as a whole. */
const uncompressedBytesMax = 1_500_000_000;
/** A reference of three bytes yields at most 264 bytes: the maximum ratio of LZF. */
const lzfRatioMax = 88;

/** @throws ScanProblem when the header contradicts itself or the file's size */
export async function readPcdHeader(source: ByteSource): Promise<PcdHeader> {
  const text = new TextDecoder("latin1").decode(await source.read(0, headerBytesMax));
  const dataLine = /^DATA[ \t]+(\S+)[ \t]*\r?\n/m.exec(text);
  if (!dataLine)
    throw new ScanProblem(text.length < headerBytesMax ? "scan-truncated" : "scan-corrupt", "no DATA line");
  const encoding = dataLine[1]!.toLowerCase();
  if (encoding !== "ascii" && encoding !== "binary" && encoding !== "binary_compressed") {
    throw new ScanProblem("scan-unsupported-feature", "PCD data encoding");
  }
  const entries = new Map<string, string[]>();
  for (const line of text.slice(0, dataLine.index).split("\n")) {
    const [key, ...values] = line.trim().split(/\s+/);
    if (key && !key.startsWith("#")) entries.set(key.toUpperCase(), values);
  }
  const names = entries.get("FIELDS") ?? entries.get("COLUMNS") ?? [];
  let offset = 0;
  let column = 0;
  const fields = names.map((name, index): PcdField => {
    const sizeBytes = Number(entries.get("SIZE")?.[index] ?? 4);
    const count = Number(entries.get("COUNT")?.[index] ?? 1);
    const type = entries.get("TYPE")?.[index]?.toUpperCase() ?? "F";
    if (![1, 2, 4, 8].includes(sizeBytes) || !(count >= 1 && count <= 4096) || !/^[FIU]$/.test(type)) {
      throw new ScanProblem("scan-corrupt", "PCD field sizes");
    }
    const field = { name: name.toLowerCase(), sizeBytes, type, count, offset, column };
    offset += sizeBytes * count;
    column += count;
    return field;
  });
  const declared = entries.get("POINTS")?.[0];
  const pointCount =
    declared !== undefined
      ? Number(declared)
      : Number(entries.get("WIDTH")?.[0]) * Number(entries.get("HEIGHT")?.[0] ?? 1);
  if (!Number.isSafeInteger(pointCount) || pointCount < 0) throw new ScanProblem("scan-corrupt", "PCD point count");
  if (pointCount === 0) throw new ScanProblem("scan-empty-geometry");
  if (!["x", "y", "z"].every((name) => fields.some((field) => field.name === name))) {
    throw new ScanProblem("scan-corrupt", "PCD without x, y, z");
  }
  const dataOffset = dataLine.index + dataLine[0].length;
  const availableBytes = source.sizeBytes - dataOffset;
  if (encoding === "binary") requireDeclaredFits(pointCount, offset, availableBytes);
  // In text, each number needs a digit and a separator.
  if (encoding === "ascii") requireDeclaredFits(pointCount, column * 2, availableBytes + 1);
  if (encoding === "binary_compressed") {
    requireDeclaredFits(pointCount, offset / lzfRatioMax, availableBytes);
  }
  return { fields, recordBytes: offset, columnCount: column, pointCount, encoding, dataOffset };
}

/** Opens a PCD file in any of its three encodings. Its viewpoint is the sensor's pose and moves no point. */
export async function openPcd(source: ByteSource): Promise<PointStream> {
  const header = await readPcdHeader(source);
  const batches = { ascii: readAscii, binary: readBinary, binary_compressed: readCompressed }[header.encoding];
  return {
    declaredCount: header.pointCount,
    unit: "unknown",
    metresPerUnit: { horizontal: 1, vertical: 1 },
    isGeoreferenced: false,
    batches: () => batches(source, header, { channelScale: undefined }),
  };
}

/** The fields for red, green and blue, if the file has separate ones. */
function findChannels({ fields }: PcdHeader): readonly PcdField[] | undefined {
  for (const names of [
    ["r", "g", "b"],
    ["red", "green", "blue"],
  ]) {
    const channels = names.map((name) => fields.find((field) => field.name === name));
    if (channels.every((channel) => channel !== undefined)) return channels;
  }
  return undefined;
}

/** True if the points have a colour, packed into one number or split into channels. */
export function hasPcdColours(header: PcdHeader): boolean {
  return header.fields.some(({ name }) => name === "rgb" || name === "rgba") || findChannels(header) !== undefined;
}

async function* readBinary(source: ByteSource, header: PcdHeader, pass: PcdPass) {
  const { recordBytes, pointCount } = header;
  for (let first = 0; first < pointCount; first += pointsPerBatch) {
    const count = Math.min(pointsPerBatch, pointCount - first);
    const bytes = await source.read(header.dataOffset + first * recordBytes, count * recordBytes);
    if (bytes.length < count * recordBytes) throw new ScanProblem("scan-truncated");
    yield unpackPcdRecords(header, toDataView(bytes), count, pass);
  }
}

/** Unpacks consecutive binary records. */
export function unpackPcdRecords(
  header: PcdHeader,
  view: DataView,
  count: number,
  pass: PcdPass = { channelScale: undefined },
): PointBatch {
  return unpack(header, pass, count, (field, point) =>
    readField(view, field, point * header.recordBytes + field.offset),
  );
}

async function* readCompressed(source: ByteSource, header: PcdHeader, pass: PcdPass) {
  const sizes = await source.read(header.dataOffset, 8);
  if (sizes.length < 8) throw new ScanProblem("scan-truncated");
  const compressedBytes = toDataView(sizes).getUint32(0, true);
  const uncompressedBytes = toDataView(sizes).getUint32(4, true);
  if (uncompressedBytes !== header.recordBytes * header.pointCount) {
    throw new ScanProblem("scan-lying-count", "PCD count and uncompressed size differ");
  }
  if (uncompressedBytes > uncompressedBytesMax) throw new ScanProblem("scan-too-large");
  const compressed = await source.read(header.dataOffset + 8, compressedBytes);
  if (compressed.length < compressedBytes) throw new ScanProblem("scan-truncated");
  if (uncompressedBytes > compressedBytes * lzfRatioMax) throw new ScanProblem("scan-lying-count");
  const view = toDataView(decompressLzf(compressed, uncompressedBytes));
  // Compressed data is stored field by field, not point by point.
  for (let first = 0; first < header.pointCount; first += pointsPerBatch) {
    const count = Math.min(pointsPerBatch, header.pointCount - first);
    yield unpack(header, pass, count, (field, point) =>
      readField(view, field, field.offset * header.pointCount + (first + point) * field.sizeBytes * field.count),
    );
  }
}

async function* readAscii(source: ByteSource, header: PcdHeader, pass: PcdPass) {
  let left = header.pointCount;
  const { columnCount } = header;
  for await (const { bytes, lineEnds } of readTextLines(source, header.dataOffset, pointsPerBatch)) {
    const numbers = new Float64Array(lineEnds.length * columnCount);
    let count = 0;
    for (let line = 0, start = 0; line < lineEnds.length && left > 0; start = lineEnds[line]!, line++) {
      const row = numbers.subarray(count * columnCount, (count + 1) * columnCount);
      const found = toNumbers(bytes, start, lineEnds[line]!, row);
      if (found === 0) continue;
      if (found < columnCount)
        throw new ScanProblem("scan-corrupt", `a PCD line has ${found} of ${columnCount} numbers`);
      count++;
      left--;
    }
    if (count > 0) yield unpack(header, pass, count, (field, point) => numbers[point * columnCount + field.column]!);
    if (left === 0) return;
  }
  throw new ScanProblem("scan-truncated", `${left} of ${header.pointCount} PCD lines are missing`);
}

/** State of one pass over a file. */
interface PcdPass {
  /** Scales channel values to 0–255. Determined from the first batch. */
  channelScale: number | undefined;
}

function unpack(
  header: PcdHeader,
  pass: PcdPass,
  count: number,
  readValue: (field: PcdField, point: number) => number,
): PointBatch {
  const find = (name: string) => header.fields.find((field) => field.name === name);
  const axes = [find("x")!, find("y")!, find("z")!];
  const packed = find("rgb") ?? find("rgba");
  const channels = findChannels(header);
  const intensityField = find("intensity") ?? find("i");
  const positions = new Float64Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) positions[i * 3 + axis] = readValue(axes[axis]!, i);
  }
  let rgb: Uint8Array | undefined;
  if (packed) {
    rgb = new Uint8Array(count * 3);
    // The three channels are packed into one number, which older files declare as a float.
    const bits = new DataView(new ArrayBuffer(4));
    for (let i = 0; i < count; i++) {
      const value = readValue(packed, i);
      if (packed.type === "F") bits.setFloat32(0, value);
      else bits.setUint32(0, value);
      for (let channel = 0; channel < 3; channel++) rgb[i * 3 + channel] = bits.getUint8(channel + 1);
    }
  } else if (channels) {
    const shades = new Float64Array(count * 3);
    for (let i = 0; i < count; i++) {
      for (let channel = 0; channel < 3; channel++) shades[i * 3 + channel] = readValue(channels[channel]!, i);
    }
    pass.channelScale ??= findChannelScale(shades, channels[0]!.type);
    rgb = Uint8Array.from(shades, (shade) => toByte(shade * pass.channelScale!));
  }
  let intensity: Float32Array | undefined;
  if (intensityField) {
    intensity = new Float32Array(count);
    for (let i = 0; i < count; i++) intensity[i] = readValue(intensityField, i);
  }
  return { count, positions, ...(rgb && { rgb }), ...(intensity && { intensity }) };
}

/** Exporters write channels as 0–1, 0–255 or 0–65535; the field's type doesn't tell which. */
function findChannelScale(shades: Float64Array, type: string): number {
  let largest = 0;
  for (const shade of shades) if (shade > largest) largest = shade;
  if (largest > 255) return 1 / 257;
  return type === "F" && largest <= 1 ? 255 : 1;
}

function toByte(value: number): number {
  return value >= 255 ? 255 : value > 0 ? Math.round(value) : 0;
}

function readField(view: DataView, field: PcdField, at: number): number {
  if (field.type === "F") return field.sizeBytes === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
  const isSigned = field.type === "I";
  switch (field.sizeBytes) {
    case 1:
      return isSigned ? view.getInt8(at) : view.getUint8(at);
    case 2:
      return isSigned ? view.getInt16(at, true) : view.getUint16(at, true);
    case 4:
      return isSigned ? view.getInt32(at, true) : view.getUint32(at, true);
    default:
      return Number(isSigned ? view.getBigInt64(at, true) : view.getBigUint64(at, true));
  }
}
