import crc32c from "crc-32/crc32c.js";

/** A point for a generated test file: position, 8-bit colour. */
export interface TestPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly rgb: readonly [number, number, number];
}

/** A room without ceiling, `size` × `size` × `size / 3`, z up: floor and two walls, coloured by position. */
export function buildRoom(count: number, size = 6, origin: readonly [number, number, number] = [0, 0, 0]): TestPoint[] {
  let state = 12_345;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [random() * size, random() * size];
    const [x, y, z] = [
      [a, b, 0],
      [a, 0, b / 3],
      [0, a, b / 3],
    ][i % 3]! as [number, number, number];
    // Millimetres, so that formats with integer steps hold the same numbers.
    const round = (value: number) => Math.round(value * 1000) / 1000;
    return {
      x: round(x) + origin[0],
      y: round(y) + origin[1],
      z: round(z) + origin[2],
      rgb: [40 + ((i * 7) % 200), 90, 250 - ((i * 3) % 200)],
    };
  });
}

export interface LasOptions {
  readonly minor?: 0 | 1 | 2 | 3 | 4;
  readonly pointFormat?: number;
  readonly declaredCount?: number;
  readonly isCompressed?: boolean;
  /** Writes 8-bit values into the 16-bit fields, as some programs do. */
  readonly isColour8Bit?: boolean;
  readonly isColourless?: boolean;
  /** Resolution of x and y; z has millimetres. */
  readonly step?: number;
  readonly classOf?: (index: number) => number;
  /** Variable-length records: user, record id, content. */
  readonly records?: readonly (readonly [user: string, id: number, content: Uint8Array])[];
}

const lasRecordBytes = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
const lasRgbOffsets: Partial<Record<number, number>> = { 2: 20, 3: 28, 5: 28, 7: 30, 8: 30, 10: 30 };

export function buildLas(points: readonly TestPoint[], options: LasOptions = {}): Uint8Array {
  const { minor = 2, pointFormat = 3, records = [], step = 0.001 } = options;
  const headerBytes = minor === 4 ? 375 : minor === 3 ? 235 : 227;
  const recordsBytes = records.reduce((sum, [, , content]) => sum + 54 + content.length, 0);
  const recordBytes = lasRecordBytes[pointFormat]!;
  const start = headerBytes + recordsBytes;
  const bytes = new Uint8Array(start + points.length * recordBytes);
  const view = new DataView(bytes.buffer);
  const offset =
    points.length > 0 ? [Math.round(points[0]!.x), Math.round(points[0]!.y), Math.round(points[0]!.z)] : [0, 0, 0];
  bytes.set(new TextEncoder().encode("LASF"));
  bytes.set([1, minor], 24);
  view.setUint16(94, headerBytes, true);
  view.setUint32(96, start, true);
  view.setUint32(100, records.length, true);
  bytes[104] = pointFormat | (options.isCompressed ? 128 : 0);
  view.setUint16(105, recordBytes, true);
  const declaredCount = options.declaredCount ?? points.length;
  if (minor === 4) view.setBigUint64(247, BigInt(declaredCount), true);
  else view.setUint32(107, declaredCount, true);
  for (let axis = 0; axis < 3; axis++) {
    const values = points.map((point) => [point.x, point.y, point.z][axis]!);
    view.setFloat64(131 + axis * 8, axis === 2 ? 0.001 : step, true);
    view.setFloat64(155 + axis * 8, offset[axis]!, true);
    view.setFloat64(
      179 + axis * 16,
      values.reduce((a, b) => Math.max(a, b), 0),
      true,
    );
    view.setFloat64(
      187 + axis * 16,
      values.reduce((a, b) => Math.min(a, b), values[0] ?? 0),
      true,
    );
  }
  let at = headerBytes;
  for (const [user, id, content] of records) {
    bytes.set(new TextEncoder().encode(user), at + 2);
    view.setUint16(at + 18, id, true);
    view.setUint16(at + 20, content.length, true);
    bytes.set(content, at + 54);
    at += 54 + content.length;
  }
  points.forEach((point, i) => {
    const record = start + i * recordBytes;
    [point.x, point.y, point.z].forEach((value, axis) => {
      view.setInt32(record + axis * 4, Math.round((value - offset[axis]!) / (axis === 2 ? 0.001 : step)), true);
    });
    view.setUint16(record + 12, (i * 37) % 4096, true);
    view.setUint8(record + (pointFormat <= 5 ? 15 : 16), options.classOf?.(i) ?? 0);
    const rgbOffset = lasRgbOffsets[pointFormat];
    if (rgbOffset === undefined || options.isColourless) return;
    point.rgb.forEach((value, channel) => {
      view.setUint16(record + rgbOffset + channel * 2, options.isColour8Bit ? value : value * 257, true);
    });
  });
  return bytes;
}

export function buildPlyPoints(
  points: readonly TestPoint[],
  encoding: "ascii" | "binary_little_endian" | "binary_big_endian",
  declaredCount = points.length,
): Uint8Array {
  const header = [
    "ply",
    `format ${encoding} 1.0`,
    `element vertex ${declaredCount}`,
    ...["x", "y", "z"].map((name) => `property double ${name}`),
    ...["red", "green", "blue"].map((name) => `property uchar ${name}`),
    "end_header",
    "",
  ].join("\n");
  if (encoding === "ascii") {
    const lines = points.map(({ x, y, z, rgb }) => `${x} ${y} ${z} ${rgb.join(" ")}`);
    return new TextEncoder().encode(`${header}${lines.join("\n")}`);
  }
  const head = new TextEncoder().encode(header);
  const bytes = new Uint8Array(head.length + points.length * 27);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  points.forEach(({ x, y, z, rgb }, i) => {
    const at = head.length + i * 27;
    [x, y, z].forEach((value, axis) => {
      view.setFloat64(at + axis * 8, value, encoding === "binary_little_endian");
    });
    bytes.set(rgb, at + 24);
  });
  return bytes;
}

export function buildPcd(
  points: readonly TestPoint[],
  encoding: "ascii" | "binary" | "binary_compressed",
  declaredCount = points.length,
): Uint8Array {
  const header = [
    "# .PCD v0.7 - Point Cloud Data file format",
    "VERSION 0.7",
    "FIELDS x y z rgb",
    "SIZE 4 4 4 4",
    "TYPE F F F U",
    "COUNT 1 1 1 1",
    `WIDTH ${declaredCount}`,
    "HEIGHT 1",
    "VIEWPOINT 0 0 0 1 0 0 0",
    `POINTS ${declaredCount}`,
    `DATA ${encoding}`,
    "",
  ].join("\n");
  const head = new TextEncoder().encode(header);
  const packed = ({ rgb }: TestPoint) => (rgb[0] << 16) | (rgb[1] << 8) | rgb[2];
  if (encoding === "ascii") {
    const lines = points.map((point) => `${point.x} ${point.y} ${point.z} ${packed(point)}`);
    return new TextEncoder().encode(`${header}${lines.join("\n")}\n`);
  }
  const data = new DataView(new ArrayBuffer(points.length * 16));
  const isByField = encoding === "binary_compressed";
  points.forEach((point, i) => {
    const at = (field: number) => (isByField ? (field * points.length + i) * 4 : i * 16 + field * 4);
    data.setFloat32(at(0), point.x, true);
    data.setFloat32(at(1), point.y, true);
    data.setFloat32(at(2), point.z, true);
    data.setUint32(at(3), packed(point), true);
  });
  const content = new Uint8Array(data.buffer);
  if (!isByField) return join([head, content]);
  const compressed = compressLzf(content);
  const sizes = new DataView(new ArrayBuffer(8));
  sizes.setUint32(0, compressed.length, true);
  sizes.setUint32(4, content.length, true);
  return join([head, new Uint8Array(sizes.buffer), compressed]);
}

/** A binary PCD with a separate field per colour channel, as exporters other than PCL write it. */
export function buildPcdWithChannels(
  points: readonly TestPoint[],
  names: readonly [string, string, string],
  type: "U" | "I" | "F" | "F as fraction",
): Uint8Array {
  const isFloat = type.startsWith("F");
  const channelBytes = isFloat ? 4 : type === "I" ? 2 : 1;
  const header = [
    "VERSION 0.7",
    `FIELDS x y z ${names.join(" ")}`,
    `SIZE 4 4 4 ${names.map(() => channelBytes).join(" ")}`,
    `TYPE F F F ${names.map(() => type[0]).join(" ")}`,
    "COUNT 1 1 1 1 1 1",
    `WIDTH ${points.length}`,
    "HEIGHT 1",
    `POINTS ${points.length}`,
    "DATA binary",
    "",
  ].join("\n");
  const recordBytes = 12 + channelBytes * 3;
  const data = new DataView(new ArrayBuffer(points.length * recordBytes));
  points.forEach(({ x, y, z, rgb }, i) => {
    for (const [axis, value] of [x, y, z].entries()) data.setFloat32(i * recordBytes + axis * 4, value, true);
    for (const [channel, value] of rgb.entries()) {
      const at = i * recordBytes + 12 + channel * channelBytes;
      if (isFloat) data.setFloat32(at, type === "F" ? value : value / 255, true);
      else if (type === "I") data.setInt16(at, value, true);
      else data.setUint8(at, value);
    }
  });
  return join([new TextEncoder().encode(header), new Uint8Array(data.buffer)]);
}

/** Greedy LZF: a minimal encoder that emits both kinds of control bytes. */
export function compressLzf(input: Uint8Array): Uint8Array {
  const output: number[] = [];
  const seen = new Map<number, number>();
  let literals: number[] = [];
  const flush = () => {
    for (let at = 0; at < literals.length; at += 32) {
      const run = literals.slice(at, at + 32);
      output.push(run.length - 1, ...run);
    }
    literals = [];
  };
  for (let at = 0; at < input.length; ) {
    const key = (input[at]! << 16) | (input[at + 1]! << 8) | input[at + 2]!;
    const before = at + 2 < input.length ? seen.get(key) : undefined;
    seen.set(key, at);
    let length = 0;
    if (before !== undefined && at - before <= 8192) {
      while (length < 264 && at + length < input.length && input[before + length] === input[at + length]) length++;
    }
    if (before === undefined || length < 3) {
      literals.push(input[at++]!);
      continue;
    }
    flush();
    const distance = at - before - 1;
    if (length - 2 < 7) output.push(((length - 2) << 5) | (distance >> 8));
    else output.push((7 << 5) | (distance >> 8), length - 2 - 7);
    output.push(distance & 255);
    at += length;
  }
  flush();
  return Uint8Array.from(output);
}

export interface E57Options {
  readonly declaredCount?: number;
  /** Rotation as w, x, y, z; and translation. */
  readonly pose?: { readonly rotation: readonly number[]; readonly translation: readonly number[] };
}

const e57PageBytes = 1024;

/** One scan of integers scaled to millimetres: 17 bits per coordinate, 8 bits per colour, in several packets. */
export function buildE57(points: readonly TestPoint[], options: E57Options = {}): Uint8Array {
  const coordinateBits = 17;
  const streams = [
    ...["x", "y", "z"].map((axis) =>
      packBits(
        points.map((point) => Math.round(point[axis as "x"] * 1000)),
        coordinateBits,
      ),
    ),
    ...[0, 1, 2].map((channel) =>
      packBits(
        points.map((point) => point.rgb[channel]!),
        8,
      ),
    ),
  ];
  const packets: Uint8Array[] = [];
  const pieceBytes = 4000;
  for (let at = 0; streams.some((stream) => at < stream.length); at += pieceBytes) {
    const pieces = streams.map((stream) => stream.subarray(at, at + pieceBytes));
    const lengthBytes = 6 + pieces.length * 2 + pieces.reduce((sum, piece) => sum + piece.length, 0);
    const packet = new Uint8Array((lengthBytes + 3) & ~3);
    const view = new DataView(packet.buffer);
    packet[0] = 1;
    view.setUint16(2, packet.length - 1, true);
    view.setUint16(4, pieces.length, true);
    let to = 6 + pieces.length * 2;
    pieces.forEach((piece, i) => {
      view.setUint16(6 + i * 2, piece.length, true);
      packet.set(piece, to);
      to += piece.length;
    });
    packets.push(packet);
  }
  const section = join([new Uint8Array(32), ...packets]);
  const sectionView = new DataView(section.buffer);
  section[0] = 1;
  const sectionOffset = 48;
  sectionView.setBigUint64(8, BigInt(section.length), true);
  sectionView.setBigUint64(16, BigInt(toPhysical(sectionOffset + 32)), true);
  const { rotation, translation } = options.pose ?? { rotation: [1, 0, 0, 0], translation: [0, 0, 0] };
  const numbers = (names: string, values: readonly number[]) =>
    [...names].map((name, i) => `<${name} type="Float">${values[i]}</${name}>`).join("");
  const coordinates = [..."XYZ"].map(
    (axis) =>
      `<cartesian${axis} type="ScaledInteger" minimum="0" maximum="${2 ** coordinateBits - 1}" scale="0.001" offset="0"/>`,
  );
  const colours = ["Red", "Green", "Blue"].map((name) => `<color${name} type="Integer" minimum="0" maximum="255"/>`);
  const xml = new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?><e57Root type="Structure" xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0">` +
      `<data3D type="Vector"><vectorChild type="Structure"><pose type="Structure"><rotation type="Structure">${numbers("wxyz", rotation)}</rotation>` +
      `<translation type="Structure">${numbers("xyz", translation)}</translation></pose>` +
      `<points type="CompressedVector" fileOffset="${toPhysical(sectionOffset)}" recordCount="${options.declaredCount ?? points.length}">` +
      `<prototype type="Structure">${coordinates.join("")}${colours.join("")}</prototype></points></vectorChild></data3D></e57Root>`,
  );
  const header = new Uint8Array(sectionOffset);
  const xmlOffset = sectionOffset + section.length;
  const logical = join([header, section, xml]);
  const payloadBytes = e57PageBytes - 4;
  const pageCount = Math.ceil(logical.length / payloadBytes);
  const view = new DataView(logical.buffer);
  logical.set(new TextEncoder().encode("ASTM-E57"));
  view.setUint32(8, 1, true);
  view.setBigUint64(16, BigInt(pageCount * e57PageBytes), true);
  view.setBigUint64(24, BigInt(toPhysical(xmlOffset)), true);
  view.setBigUint64(32, BigInt(xml.length), true);
  view.setBigUint64(40, BigInt(e57PageBytes), true);
  const physical = new Uint8Array(pageCount * e57PageBytes);
  const physicalView = new DataView(physical.buffer);
  for (let page = 0; page < pageCount; page++) {
    physical.set(logical.subarray(page * payloadBytes, (page + 1) * payloadBytes), page * e57PageBytes);
    const payload = physical.subarray(page * e57PageBytes, (page + 1) * e57PageBytes - 4);
    physicalView.setInt32((page + 1) * e57PageBytes - 4, crc32c.buf(payload), false);
  }
  return physical;
}

function toPhysical(logicalOffset: number): number {
  return logicalOffset + Math.floor(logicalOffset / (e57PageBytes - 4)) * 4;
}

function packBits(values: readonly number[], bits: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((values.length * bits) / 8));
  values.forEach((value, i) => {
    for (let bit = 0; bit < bits; bit++) {
      if ((value >> bit) & 1) bytes[(i * bits + bit) >> 3]! |= 1 << ((i * bits + bit) & 7);
    }
  });
  return bytes;
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
