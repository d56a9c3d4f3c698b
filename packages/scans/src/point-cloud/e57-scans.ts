import type { Bounds } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { readXml, type XmlElement } from "../read-xml.ts";
import { ScanProblem } from "../scan-problem.ts";
import { readE57Header, readE57Logical, toLogicalOffset } from "./e57-pages.ts";
import { toDataView } from "./point-stream.ts";

/** One number of an E57 record and its packing. */
export interface E57Field {
  readonly name: string;
  readonly encoding: "float32" | "float64" | "integer";
  /** Width in the bit stream; 0 if every record has the value `minimum`. */
  readonly bits: number;
  readonly minimum: number;
  readonly scale: number;
  readonly offset: number;
  /** The range that the field declares, for colours and intensities. */
  readonly range: { readonly min: number; readonly max: number };
}

/** Transforms points of one scan into the file's common frame: rotate, then translate. */
export interface E57Pose {
  /** w, x, y, z; unit length. */
  readonly rotation: readonly [number, number, number, number];
  readonly translation: readonly [number, number, number];
}

/** One station of an E57 file. */
export interface E57Scan {
  readonly pointCount: number;
  readonly fields: readonly E57Field[];
  /** Logical offset of the first data packet and the logical end of the section. */
  readonly packetsOffset: number;
  readonly packetsEnd: number;
  readonly pose: E57Pose | undefined;
  /** Declared bounds, before the pose. */
  readonly bounds: Bounds | undefined;
}

export interface E57File {
  readonly pageBytes: number;
  readonly scans: readonly E57Scan[];
}

const xmlBytesMax = 64 << 20;
const xmlLimits = { elementsMax: 1_000_000, depthMax: 64 } as const;
const sectionHeaderBytes = 32;

/**
 * Reads the header, the XML section and each scan's section header, and checks the declared counts against the
 * sections.
 * @throws ScanProblem when the parts contradict each other
 */
export async function readE57File(source: ByteSource): Promise<E57File> {
  const { pageBytes, xmlOffset, xmlBytes } = await readE57Header(source);
  if (xmlBytes > xmlBytesMax) throw new ScanProblem("scan-corrupt", `E57 XML of ${xmlBytes} bytes`);
  const xml = await readE57Logical(source, pageBytes, toLogicalOffset(xmlOffset, pageBytes), xmlBytes);
  const { root, doctype } = readXml(new TextDecoder().decode(xml), xmlLimits);
  if (doctype !== undefined) throw new ScanProblem("scan-corrupt", "E57 XML with a document type");
  if (root.name !== "e57Root") throw new ScanProblem("scan-corrupt", "E57 XML without e57Root");
  const scans: E57Scan[] = [];
  for (const element of listChildren(findChild(root, "data3D"))) {
    const scan = await readScan(source, pageBytes, element);
    if (scan) scans.push(scan);
  }
  if (scans.length === 0) throw new ScanProblem("scan-empty-geometry", "the E57 file holds no scan with points");
  return { pageBytes, scans };
}

async function readScan(source: ByteSource, pageBytes: number, element: XmlElement): Promise<E57Scan | undefined> {
  const points = findChild(element, "points");
  if (!points) return undefined;
  const pointCount = Number(points.attributes.recordCount);
  const fileOffset = Number(points.attributes.fileOffset);
  if (!Number.isSafeInteger(pointCount) || pointCount < 0 || !Number.isSafeInteger(fileOffset) || fileOffset < 0) {
    throw new ScanProblem("scan-corrupt", "E57 record count or offset");
  }
  if (pointCount === 0) return undefined;
  const fields = listChildren(findChild(points, "prototype")).map(toField);
  const sectionOffset = toLogicalOffset(fileOffset, pageBytes);
  const head = toDataView(await readE57Logical(source, pageBytes, sectionOffset, sectionHeaderBytes));
  if (head.getUint8(0) !== 1) throw new ScanProblem("scan-corrupt", "no compressed vector where E57 points to one");
  const sectionBytes = Number(head.getBigUint64(8, true));
  const packetsOffset = toLogicalOffset(Number(head.getBigUint64(16, true)), pageBytes);
  const packetsEnd = sectionOffset + sectionBytes;
  if (packetsEnd > toLogicalOffset(source.sizeBytes, pageBytes)) throw new ScanProblem("scan-truncated");
  const bitsEach = fields.reduce((sum, field) => sum + field.bits, 0);
  // A record with only constant fields takes no space; assuming one bit each keeps the count plausible.
  if (pointCount * Math.max(bitsEach, 1) > sectionBytes * 8) {
    throw new ScanProblem("scan-lying-count", `${pointCount} points in ${sectionBytes} bytes`);
  }
  return {
    pointCount,
    fields,
    packetsOffset,
    packetsEnd,
    pose: toPose(findChild(element, "pose")),
    bounds: toBounds(element),
  };
}

function toField(element: XmlElement): E57Field {
  const { attributes, name } = element;
  const number = (key: string, otherwise: number) => {
    const value = attributes[key] === undefined ? otherwise : Number(attributes[key]);
    if (Number.isNaN(value)) throw new ScanProblem("scan-corrupt", `E57 field ${name.slice(0, 40)}`);
    return value;
  };
  if (attributes.type === "Float") {
    const isSingle = attributes.precision === "single";
    const range = { min: number("minimum", 0), max: number("maximum", 1) };
    return {
      name,
      encoding: isSingle ? "float32" : "float64",
      bits: isSingle ? 32 : 64,
      minimum: 0,
      scale: 1,
      offset: 0,
      range,
    };
  }
  const isScaled = attributes.type === "ScaledInteger";
  if (!isScaled && attributes.type !== "Integer") {
    throw new ScanProblem("scan-unsupported-feature", `E57 field type ${attributes.type?.slice(0, 40)}`);
  }
  const minimum = toBigInt(attributes.minimum, -(2n ** 63n));
  const maximum = toBigInt(attributes.maximum, 2n ** 63n - 1n);
  if (maximum < minimum) throw new ScanProblem("scan-corrupt", `E57 range of ${name.slice(0, 40)}`);
  const bits = maximum === minimum ? 0 : (maximum - minimum).toString(2).length;
  if (bits > 64) throw new ScanProblem("scan-corrupt", `E57 range of ${name.slice(0, 40)}`);
  const scale = isScaled ? number("scale", 1) : 1;
  const offset = isScaled ? number("offset", 0) : 0;
  const range = { min: Number(minimum) * scale + offset, max: Number(maximum) * scale + offset };
  return { name, encoding: "integer", bits, minimum: Number(minimum), scale, offset, range };
}

function toBigInt(text: string | undefined, otherwise: bigint): bigint {
  if (text === undefined) return otherwise;
  if (!/^\s*[+-]?\d{1,20}\s*$/.test(text)) throw new ScanProblem("scan-corrupt", "E57 integer");
  return BigInt(text.trim());
}

function toNumber(parent: XmlElement | undefined, name: string): number {
  const texts = findChild(parent, name)?.children.filter((child) => typeof child === "string") ?? [];
  // Nothing but blanks is 0, too.
  return Number(texts.join(""));
}

function listChildren(parent: XmlElement | undefined): XmlElement[] {
  return parent?.children.filter((child) => typeof child !== "string") ?? [];
}

function findChild(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return listChildren(parent).find((child) => child.name === name);
}

function toPose(pose: XmlElement | undefined): E57Pose | undefined {
  if (!pose) return undefined;
  const rotationElement = findChild(pose, "rotation");
  const translationElement = findChild(pose, "translation");
  const axes = ["x", "y", "z"] as const;
  const [x, y, z] = axes.map((axis) => toNumber(rotationElement, axis)) as [number, number, number];
  const w = toNumber(rotationElement, "w");
  const length = Math.hypot(w, x, y, z);
  const translation = axes.map((axis) => toNumber(translationElement, axis)) as [number, number, number];
  if (!Number.isFinite(length) || !translation.every(Number.isFinite))
    throw new ScanProblem("scan-corrupt", "E57 pose");
  return { rotation: length === 0 ? [1, 0, 0, 0] : [w / length, x / length, y / length, z / length], translation };
}

function toBounds(element: XmlElement): Bounds | undefined {
  const declared = findChild(element, "cartesianBounds");
  if (!declared) return undefined;
  const min = ["xMinimum", "yMinimum", "zMinimum"].map((name) => toNumber(declared, name)) as [number, number, number];
  const max = ["xMaximum", "yMaximum", "zMaximum"].map((name) => toNumber(declared, name)) as [number, number, number];
  const isUsable = min.every(
    (value, axis) => Number.isFinite(value) && value <= max[axis]! && Number.isFinite(max[axis]!),
  );
  return isUsable ? { min, max } : undefined;
}

/** Applies a pose to the `count` points in `positions`, in place. */
export function applyPose({ rotation, translation }: E57Pose, positions: Float64Array, count: number): void {
  const [w, qx, qy, qz] = rotation;
  const m00 = 1 - 2 * (qy * qy + qz * qz);
  const m01 = 2 * (qx * qy - qz * w);
  const m02 = 2 * (qx * qz + qy * w);
  const m10 = 2 * (qx * qy + qz * w);
  const m11 = 1 - 2 * (qx * qx + qz * qz);
  const m12 = 2 * (qy * qz - qx * w);
  const m20 = 2 * (qx * qz - qy * w);
  const m21 = 2 * (qy * qz + qx * w);
  const m22 = 1 - 2 * (qx * qx + qy * qy);
  for (let i = 0; i < count * 3; i += 3) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    const z = positions[i + 2]!;
    positions[i] = m00 * x + m01 * y + m02 * z + translation[0];
    positions[i + 1] = m10 * x + m11 * y + m12 * z + translation[1];
    positions[i + 2] = m20 * x + m21 * y + m22 * z + translation[2];
  }
}
