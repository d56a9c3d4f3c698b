import type { ByteSource } from "./byte-source.ts";
import { ScanProblem } from "./scan-problem.ts";

export type PlyScalarType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "float32" | "float64";

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyScalarType;
  /** Present for a list property: the type of the count before each list. */
  readonly listCountType?: PlyScalarType;
}

export interface PlyElement {
  readonly name: string;
  /** As declared; compare it with the size of the file before allocating anything by it. */
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: "ascii" | "binary-little-endian" | "binary-big-endian";
  readonly elements: readonly PlyElement[];
  /** The text of `comment` and `obj_info` lines, where exporters name textures, units and offsets. */
  readonly comments: readonly string[];
  /** Offset of the first record. */
  readonly dataOffset: number;
}

export type PlyContent = "mesh" | "points" | "splat" | "compressed-splat";

export const plyHeaderBytesMax = 64 * 1024;
const elementsMax = 64;
const propertiesMax = 512;

// Both generations of type names are in use: the original (`uchar`) and the sized one (`uint8`).
const scalarTypes: Readonly<Record<string, PlyScalarType>> = {
  char: "int8",
  int8: "int8",
  uchar: "uint8",
  uint8: "uint8",
  short: "int16",
  int16: "int16",
  ushort: "uint16",
  uint16: "uint16",
  int: "int32",
  int32: "int32",
  uint: "uint32",
  uint32: "uint32",
  float: "float32",
  float32: "float32",
  double: "float64",
  float64: "float64",
};

const encodings: Readonly<Record<string, PlyHeader["encoding"]>> = {
  ascii: "ascii",
  binary_little_endian: "binary-little-endian",
  binary_big_endian: "binary-big-endian",
};

const scalarBytes: Readonly<Record<PlyScalarType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

export function plyScalarBytes(type: PlyScalarType): number {
  return scalarBytes[type];
}

/** Size of one binary record, or undefined when a list makes its size vary. */
export function plyRecordBytes(element: PlyElement): number | undefined {
  let bytes = 0;
  for (const property of element.properties) {
    if (property.listCountType !== undefined) return undefined;
    bytes += scalarBytes[property.type];
  }
  return bytes;
}

/** The smallest possible size of one record on disk, for comparing a declared count with the size of the file. */
export function plyRecordBytesMin(element: PlyElement, encoding: PlyHeader["encoding"]): number {
  // In text, each value takes at least one digit and one separator; an element without properties still takes a line.
  if (encoding === "ascii") return Math.max(1, element.properties.length * 2);
  let bytes = 0;
  for (const property of element.properties) bytes += scalarBytes[property.listCountType ?? property.type];
  return bytes;
}

/**
 * Throws unless the declared counts can fit into a file of this size. Call it before allocating anything by a count.
 * @throws ScanProblem `scan-truncated` when more than half of the declared bytes are present, else `scan-lying-count`
 */
export function requirePlyCountsFit(header: PlyHeader, sizeBytes: number): void {
  let neededBytes = 0;
  for (const element of header.elements) {
    neededBytes += element.count * Math.max(1, plyRecordBytesMin(element, header.encoding));
  }
  // The last line of a text file may lack its line break.
  const availableBytes = sizeBytes - header.dataOffset + (header.encoding === "ascii" ? 1 : 0);
  if (neededBytes <= availableBytes) return;
  throw new ScanProblem(
    availableBytes * 2 > neededBytes ? "scan-truncated" : "scan-lying-count",
    `declares at least ${neededBytes} bytes of records, holds ${Math.max(0, availableBytes)}`,
  );
}

function toCount(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new ScanProblem("scan-corrupt", "PLY element count");
  return Number(text);
}

function toScalarType(text: string | undefined): PlyScalarType {
  const type = text === undefined ? undefined : scalarTypes[text];
  if (type === undefined) throw new ScanProblem("scan-corrupt", `PLY property type ${text?.slice(0, 40)}`);
  return type;
}

/**
 * Parses a PLY header from the first bytes of a file.
 * @throws ScanProblem `scan-truncated` when the file ends inside its header, `scan-corrupt` for an invalid header
 */
export function parsePlyHeader(bytes: Uint8Array): PlyHeader {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, plyHeaderBytesMax));
  if (!/^ply\s/.test(text)) throw new ScanProblem("scan-corrupt", "PLY signature");
  // The line break after end_header is one character for \n and two for \r\n; binary data may start with either byte.
  const end = /(?:^|[\r\n])end_header[ \t]*(\r\n|\n|\r)/.exec(text);
  if (end === null) {
    throw new ScanProblem(
      bytes.length < plyHeaderBytesMax ? "scan-truncated" : "scan-corrupt",
      "PLY header has no end",
    );
  }
  const dataOffset = end.index + end[0].length;
  let encoding: PlyHeader["encoding"] | undefined;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  const comments: string[] = [];
  let propertyCount = 0;
  for (const line of text.slice(0, end.index).split(/\r\n|\n|\r/)) {
    const words = line.trim().split(/\s+/);
    switch (words[0]) {
      case "format":
        encoding = encodings[words[1] ?? ""];
        break;
      case "comment":
      case "obj_info":
        comments.push(words.slice(1).join(" "));
        break;
      case "element":
        if (elements.length >= elementsMax) throw new ScanProblem("scan-corrupt", "PLY declares too many elements");
        elements.push({ name: words[1] ?? "", count: toCount(words[2]), properties: [] });
        break;
      case "property": {
        const element = elements.at(-1);
        if (element === undefined || ++propertyCount > propertiesMax) {
          throw new ScanProblem("scan-corrupt", "PLY properties");
        }
        element.properties.push(
          words[1] === "list"
            ? { name: words[4] ?? "", type: toScalarType(words[3]), listCountType: toScalarType(words[2]) }
            : { name: words[2] ?? "", type: toScalarType(words[1]) },
        );
        break;
      }
    }
  }
  if (encoding === undefined) throw new ScanProblem("scan-corrupt", "PLY format line");
  return { encoding, elements, comments, dataOffset };
}

/** Reads no more of the file than the maximum header size. @throws ScanProblem as `parsePlyHeader` */
export async function readPlyHeader(source: ByteSource): Promise<PlyHeader> {
  return parsePlyHeader(await source.read(0, Math.min(source.sizeBytes, plyHeaderBytesMax)));
}

export function findPlyElement(header: PlyHeader, name: string): PlyElement | undefined {
  return header.elements.find((element) => element.name === name);
}

/** Distinguishes meshes, clouds and splats by the header's declarations. */
export function plyContent(header: PlyHeader): PlyContent {
  const names = new Set(findPlyElement(header, "vertex")?.properties.map((property) => property.name));
  // The compressed form packs each splat into 16 bytes relative to the bounds of its chunk of 256.
  if (names.has("packed_position") && findPlyElement(header, "chunk") !== undefined) return "compressed-splat";
  if (["f_dc_0", "opacity", "scale_0", "rot_0"].every((name) => names.has(name))) return "splat";
  const faces = findPlyElement(header, "face") ?? findPlyElement(header, "tristrips");
  return faces !== undefined && faces.count > 0 ? "mesh" : "points";
}
