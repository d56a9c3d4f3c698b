import type { Bounds, LengthUnit } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { createGeographicProjection, type GeographicProjection, type GeographicSystem } from "./geographic-system.ts";
import { requireDeclaredFits, toDataView } from "./point-stream.ts";

/** The header of a LAS, LAZ or COPC file, checked against the file's size. */
export interface LasHeader {
  readonly minorVersion: number;
  readonly pointFormat: number;
  readonly isCompressed: boolean;
  readonly recordBytes: number;
  readonly pointsOffset: number;
  readonly pointCount: number;
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
  /** As declared; absent when the declared values are not numbers or inverted. */
  readonly bounds: Bounds | undefined;
  /** Byte offset of red within a record, absent in formats without colour. */
  readonly rgbOffset: number | undefined;
  readonly unit: LengthUnit;
  readonly verticalUnit: LengthUnit;
  readonly isGeoreferenced: boolean;
  /** As named in the report; absent if the file names none, or none that others could recognise. */
  readonly crs?: string | undefined;
  /** Present if x and y are longitude and latitude. */
  readonly geographic?: GeographicProjection | undefined;
}

const headerBytesMin = 227;
const headerBytesV14 = 375;
/** Smallest record of each point format 0–10 (LAS 1.4 R15, table 6 and following). */
const recordBytesMin = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67] as const;
const rgbOffsets: Partial<Record<number, number>> = { 2: 20, 3: 28, 5: 28, 7: 30, 8: 30, 10: 30 };
/** Variable-length records beyond this are not read: they contain no reference system. */
const variableRecordsBytesMax = 4 << 20;

/**
 * Reads the header and the variable-length records before the points.
 * @throws ScanProblem when the header contradicts itself or the file's size
 */
export async function readLasHeader(source: ByteSource): Promise<LasHeader> {
  const head = await source.read(0, headerBytesV14);
  if (head.length < headerBytesMin) throw new ScanProblem("scan-truncated", "shorter than a LAS header");
  const view = toDataView(head);
  const minorVersion = head[25]!;
  if (head[24] !== 1 || minorVersion > 4) {
    throw new ScanProblem("scan-unsupported-feature", `LAS ${head[24]}.${minorVersion}`);
  }
  const headerBytes = view.getUint16(94, true);
  const pointsOffset = view.getUint32(96, true);
  const variableRecordCount = view.getUint32(100, true);
  const formatByte = head[104]!;
  const pointFormat = formatByte & 0x3f;
  // LAZ marks compression with bit 7; bit 6 belongs to an old, unreleased compressor.
  const isCompressed = (formatByte & 0x80) !== 0;
  if (!isCompressed && (formatByte & 0x40) !== 0) throw new ScanProblem("scan-old-laz", "compression bit 6");
  const recordBytes = view.getUint16(105, true);
  const recordBytesLeast = recordBytesMin[pointFormat];
  if (recordBytesLeast === undefined) throw new ScanProblem("scan-unsupported-feature", `point format ${pointFormat}`);
  if (recordBytes < recordBytesLeast || headerBytes < headerBytesMin || pointsOffset < headerBytes) {
    throw new ScanProblem("scan-corrupt", "LAS header sizes do not fit the point format");
  }
  let pointCount = view.getUint32(107, true);
  if (minorVersion >= 4 && head.length >= headerBytesV14 && headerBytes >= headerBytesV14) {
    const count64 = Number(view.getBigUint64(247, true));
    if (count64 > 0) pointCount = count64;
  }
  const triple = (at: number): [number, number, number] => [
    view.getFloat64(at, true),
    view.getFloat64(at + 8, true),
    view.getFloat64(at + 16, true),
  ];
  const scale = triple(131);
  const offset = triple(155);
  if (!scale.every((value) => Number.isFinite(value) && value !== 0) || !offset.every(Number.isFinite)) {
    throw new ScanProblem("scan-invalid-geometry", "LAS scale or offset is not a number");
  }
  if (pointCount === 0) throw new ScanProblem("scan-empty-geometry");
  const availableBytes = source.sizeBytes - pointsOffset;
  if (availableBytes <= 0) throw new ScanProblem("scan-truncated", "the points begin after the end of the file");
  if (!isCompressed) requireDeclaredFits(pointCount, recordBytes, availableBytes);

  const range = [179, 195, 211].map((at) => ({ max: view.getFloat64(at, true), min: view.getFloat64(at + 8, true) }));
  const [x, y, z] = range as [{ max: number; min: number }, { max: number; min: number }, { max: number; min: number }];
  const hasBounds = range.every(({ min, max }) => Number.isFinite(min) && Number.isFinite(max) && min <= max);
  const bounds: Bounds | undefined = hasBounds ? { min: [x.min, y.min, z.min], max: [x.max, y.max, z.max] } : undefined;
  const { geographic, ...reference } = await readReferenceSystem(
    source,
    headerBytes,
    pointsOffset,
    variableRecordCount,
  );
  const projection = geographic && createGeographicProjection(geographic, bounds ?? { min: offset, max: offset });
  return {
    minorVersion,
    pointFormat,
    isCompressed,
    recordBytes,
    pointsOffset,
    pointCount,
    scale,
    offset,
    bounds,
    rgbOffset: rgbOffsets[pointFormat],
    ...reference,
    ...(projection && {
      unit: "metre",
      verticalUnit: reference.verticalUnit === "unknown" ? "metre" : reference.verticalUnit,
      isGeoreferenced: true,
      crs: projection.crs,
      geographic: projection,
    }),
  };
}

interface ReferenceSystem {
  unit: LengthUnit;
  verticalUnit: LengthUnit;
  isGeoreferenced: boolean;
  crs?: string | undefined;
  geographic?: GeographicSystem | undefined;
}

async function readReferenceSystem(
  source: ByteSource,
  startOffset: number,
  endOffset: number,
  recordCount: number,
): Promise<ReferenceSystem> {
  const bytes = await source.read(startOffset, Math.min(endOffset - startOffset, variableRecordsBytesMax));
  const view = toDataView(bytes);
  let found: ReferenceSystem = { unit: "unknown", verticalUnit: "unknown", isGeoreferenced: false };
  for (let at = 0, left = recordCount; left > 0 && at + 54 <= bytes.length; left--) {
    const userId = readAscii(bytes, at + 2, 16);
    const recordId = view.getUint16(at + 18, true);
    const lengthBytes = view.getUint16(at + 20, true);
    const start = at + 54;
    const end = Math.min(start + lengthBytes, bytes.length);
    if (userId === "LASF_Projection" && recordId === 34735) found = readGeoKeys(view, start, end) ?? found;
    // If both are present, the WKT takes precedence (LAS 1.4 R15, 2.7).
    if (userId === "LASF_Projection" && recordId === 2112) {
      const wkt = readWellKnownText(readAscii(bytes, start, end - start));
      if (wkt) return wkt;
    }
    at = start + lengthBytes;
  }
  return found;
}

/** EPSG codes of the linear units that scans use. */
const unitsByEpsg: Partial<Record<number, LengthUnit>> = {
  9001: "metre",
  9002: "foot",
  9003: "us-survey-foot",
};

/** EPSG codes of angular units, in degrees. */
const degreesByEpsg: Partial<Record<number, number>> = { 9101: 180 / Math.PI, 9102: 1, 9105: 0.9, 9122: 1 };

function readGeoKeys(view: DataView, start: number, end: number): ReferenceSystem | undefined {
  if (end - start < 8) return undefined;
  const keyCount = view.getUint16(start + 6, true);
  let modelType = 0;
  let horizontalCode = 0;
  let geographicCode = 0;
  let degreesPerUnit: number | undefined = 1;
  let verticalCode = 0;
  let unit: LengthUnit | undefined;
  let verticalUnit: LengthUnit | undefined;
  for (let key = 0, at = start + 8; key < keyCount && at + 8 <= end; key++, at += 8) {
    const id = view.getUint16(at, true);
    const value = view.getUint16(at + 6, true);
    if (id === 1024) modelType = value;
    if (id === 2048) geographicCode = value;
    if (id === 2054) degreesPerUnit = degreesByEpsg[value];
    if (id === 3072) horizontalCode = value;
    if (id === 4096) verticalCode = value;
    if (id === 3076) unit = unitsByEpsg[value];
    if (id === 4099) verticalUnit = unitsByEpsg[value];
  }
  if (modelType === 2 && degreesPerUnit !== undefined) {
    const geographic = {
      degreesPerUnit,
      code: isPublicCode(geographicCode) ? geographicCode : undefined,
      verticalCode: isPublicCode(verticalCode) ? verticalCode : undefined,
    };
    return { unit: "unknown", verticalUnit: verticalUnit ?? "unknown", isGeoreferenced: false, geographic };
  }
  // A projected system without an explicit unit implies it by its EPSG code; those without feet in their name use
  // metres.
  const isProjected = modelType === 1;
  unit ??= verticalUnit ?? "unknown";
  const crs = isProjected && isPublicCode(horizontalCode) ? toCrsName(horizontalCode, verticalCode) : undefined;
  return { unit, verticalUnit: verticalUnit ?? unit, isGeoreferenced: isProjected, crs };
}

/** GeoTIFF 1.1, 7.4.1: 0 is undefined, 32767 user-defined, larger values are private. */
const isPublicCode = (code: number) => code > 0 && code < 32_767;

function toCrsName(horizontalCode: number, verticalCode: number): string {
  return `EPSG:${horizontalCode}${isPublicCode(verticalCode) ? `+${verticalCode}` : ""}`;
}

function readWellKnownText(wkt: string): ReferenceSystem | undefined {
  if (!/\b(PROJCS|PROJCRS|GEOGCS|GEOGCRS|GEODCRS|COMPD_CS|COMPOUNDCRS|LOCAL_CS|ENGCRS|VERT_CS|VERTCRS)\b/i.test(wkt))
    return undefined;
  const verticalAt = wkt.search(/\b(VERT_CS|VERTCRS)\b/i);
  const horizontal = verticalAt >= 0 ? wkt.slice(0, verticalAt) : wkt;
  const unit = findLinearUnit(horizontal) ?? "unknown";
  const verticalUnit = (verticalAt >= 0 ? findLinearUnit(wkt.slice(verticalAt)) : undefined) ?? unit;
  const projected = findNode(horizontal, /\b(PROJCS|PROJCRS)\s*\[/i);
  const vertical = findNode(wkt, /\b(VERT_CS|VERTCRS)\s*\[/i);
  const verticalCode = vertical === undefined ? 0 : (findOwnCode(vertical) ?? 0);
  if (projected === undefined) {
    const geographic = readGeographicNode(horizontal, verticalCode);
    return { unit, verticalUnit, isGeoreferenced: false, geographic };
  }
  const horizontalCode = findOwnCode(projected);
  // A system without a public code still has a name that related files share.
  const name = /^"([^"]+)"/.exec(projected)?.[1];
  const crs = horizontalCode === undefined ? name : toCrsName(horizontalCode, verticalCode);
  return { unit, verticalUnit, isGeoreferenced: true, crs };
}

/** The geographic system of a WKT; undefined for geocentric systems. */
function readGeographicNode(wkt: string, verticalCode: number): GeographicSystem | undefined {
  const node = findNode(wkt, /\b(GEOGCS|GEOGCRS|GEODCRS)\s*\[/i);
  if (node === undefined || /\bCS\s*\[\s*Cartesian/i.test(node)) return undefined;
  // The prime meridian may have a unit too; the system's own comes last.
  const radians = [...node.matchAll(/\b(?:ANGLE)?UNIT\s*\[\s*"[^"]*"\s*,\s*([0-9.eE+-]+)/gi)].map((match) =>
    Number(match[1]),
  );
  const radiansPerUnit = radians.findLast((value) => value > 0 && value < 1.1) ?? Math.PI / 180;
  const degrees = (radiansPerUnit * 180) / Math.PI;
  return {
    // Exporters round the factor of a degree.
    degreesPerUnit: Math.abs(degrees - 1) < 1e-6 ? 1 : degrees,
    code: findOwnCode(node),
    verticalCode: isPublicCode(verticalCode) ? verticalCode : undefined,
  };
}

/** The text between the brackets of the first node of a kind; undefined if there is none. */
function findNode(wkt: string, opening: RegExp): string | undefined {
  const match = opening.exec(wkt);
  if (match === null) return undefined;
  const start = match.index + match[0].length;
  let depth = 1;
  for (let at = start; at < wkt.length; at++) {
    if (wkt[at] === "[") depth++;
    else if (wkt[at] === "]" && --depth === 0) return wkt.slice(start, at);
  }
  return wkt.slice(start);
}

/** The EPSG code of a node itself, not of its parts. */
function findOwnCode(node: string): number | undefined {
  let depth = 0;
  for (const part of node.matchAll(/"[^"]*"|\b(?:AUTHORITY|ID)\s*\[\s*"EPSG"\s*,\s*"?(\d+)"?\s*\]|[[\]]/gi)) {
    if (part[1] !== undefined) {
      if (depth === 0) return Number(part[1]);
    } else if (part[0] === "[") depth++;
    else if (part[0] === "]") depth--;
  }
  return undefined;
}

/** The last linear unit belongs to the outermost system; degrees are recognised by their factor. */
function findLinearUnit(wkt: string): LengthUnit | undefined {
  let found: LengthUnit | undefined;
  for (const match of wkt.matchAll(/\b(?:LENGTH)?UNIT\s*\[\s*"([^"]*)"\s*,\s*([0-9.eE+-]+)/g)) {
    const factor = Number(match[2]);
    if (factor === 1) found = "metre";
    else if (Math.abs(factor - 0.3048) < 1e-9) found = "foot";
    else if (Math.abs(factor - 1200 / 3937) < 1e-8) found = "us-survey-foot";
  }
  return found;
}

function readAscii(bytes: Uint8Array, start: number, lengthBytes: number): string {
  const text = new TextDecoder("latin1").decode(bytes.subarray(start, start + lengthBytes));
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}
