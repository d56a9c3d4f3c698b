import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import { type Bounds, type LengthUnit, metresPerUnit, type PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { applyPose, readE57File } from "./e57-scans.ts";
import { projectBounds } from "./geographic-system.ts";
import { readLasHeader } from "./las-header.ts";
import { requireWholeLaz } from "./laz-chunk-table.ts";
import { type PointBatch, toDataView } from "./point-stream.ts";
import { hasPcdColours, readPcdHeader, unpackPcdRecords } from "./read-pcd.ts";
import { readPlyPointLayout, unpackPlyRecords } from "./read-ply-points.ts";
import { readXyzLayout, unpackXyzLines } from "./read-xyz.ts";
import { readTextLines } from "./text-lines.ts";

/** What the header and some samples of a cloud reveal. */
interface Findings {
  /** Absent if the format declares none and the file is too large to count now. */
  readonly pointCount: number | undefined;
  readonly bounds: Bounds | undefined;
  readonly unit: LengthUnit;
  readonly hasColour: boolean;
  readonly hasInvalidPoints: boolean;
  readonly isFromDegrees?: boolean;
}

const sampleWindows = 32;
const recordsPerWindow = 512;
/** Text files up to this size are read entirely, in well under a second; of larger ones only the beginning is read. */
const textReadBytesMax = 8 << 20;
/** As in the conversion: from here on, the scan is moved to a local origin. */
const largeCoordinate = 1000;
const usualSizeM = { min: 0.3, max: 5000 };

/**
 * Describes a point cloud file by its headers and samples; runs in the browser. The up axis is the usual one for the
 * format: the real one depends on all points and is stated in the conversion's report.
 * @throws ScanProblem when the file cannot be used
 */
export async function probePointCloud(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  if (source.sizeBytes === 0) throw new ScanProblem("scan-empty-file");
  const { pointCount, bounds, unit, hasColour, hasInvalidPoints, isFromDegrees } = await findOut(source, format);
  const warnings: ScanWarningCode[] = [];
  if (unit === "unknown") warnings.push("scan-units-unknown");
  if (unit === "foot" || unit === "us-survey-foot") warnings.push("scan-units-feet");
  if (isFromDegrees === true) warnings.push("scan-units-degrees");
  if (!hasColour) warnings.push("scan-no-colour");
  if (hasInvalidPoints) warnings.push("scan-invalid-points-skipped");
  if (bounds) {
    const extents = bounds.max.map((high, axis) => high - bounds.min[axis]!);
    const diagonalM = Math.hypot(...extents) * metresPerUnit[unit];
    if (diagonalM < usualSizeM.min || diagonalM > usualSizeM.max) warnings.push("scan-size-unusual");
    if ([...bounds.min, ...bounds.max].some((value) => Math.abs(value) > largeCoordinate)) {
      warnings.push("scan-large-coordinates");
    }
  }
  return {
    kind: "point-cloud",
    format,
    sizeBytes: source.sizeBytes,
    counts: pointCount === undefined ? {} : { points: pointCount },
    ...(bounds && { bounds }),
    unit,
    upAxis: "z",
    warnings,
  };
}

function findOut(source: ByteSource, format: ScanFormat): Promise<Findings> {
  switch (format) {
    case "las":
    case "laz":
    case "copc":
      return probeLas(source);
    case "ply-points":
      return probePly(source);
    case "pcd":
      return probePcd(source);
    case "e57":
      return probeE57(source);
    case "xyz":
      return probeXyz(source);
    default:
      throw new ScanProblem("scan-unknown-format", `${format} is no point cloud format`);
  }
}

async function probeLas(source: ByteSource): Promise<Findings> {
  const header = await readLasHeader(source);
  if (header.isCompressed) await requireWholeLaz(source, header);
  return {
    pointCount: header.pointCount,
    bounds: header.bounds && header.geographic ? projectBounds(header.geographic, header.bounds) : header.bounds,
    unit: header.unit,
    isFromDegrees: header.geographic !== undefined,
    hasColour: header.rgbOffset !== undefined,
    hasInvalidPoints: false,
  };
}

async function probePly(source: ByteSource): Promise<Findings> {
  const layout = await readPlyPointLayout(source);
  const found = createSampler();
  if (layout.header.encoding === "ascii") {
    // Columns of text require the whole line; the first lines represent all.
    const columns = layout.position.map((field) => field.column) as [number, number, number];
    await sampleText(source, layout.header.dataOffset, (bytes, lineEnds) =>
      found.add(unpackXyzLines({ ...noColours, position: columns }, bytes, lineEnds)),
    );
  } else {
    await sampleRecords(source, layout.verticesOffset, layout.recordBytes, layout.vertex.count, (view, count) =>
      found.add(unpackPlyRecords(layout, view, count)),
    );
  }
  return {
    pointCount: layout.vertex.count,
    bounds: found.bounds(),
    unit: "unknown",
    hasColour: layout.colour !== undefined,
    hasInvalidPoints: found.hasInvalid(),
  };
}

const noColours = { colour: undefined, isColourFraction: false, intensity: undefined, declaredCount: undefined };

async function probePcd(source: ByteSource): Promise<Findings> {
  const header = await readPcdHeader(source);
  const found = createSampler();
  if (header.encoding === "binary") {
    await sampleRecords(source, header.dataOffset, header.recordBytes, header.pointCount, (view, count) =>
      found.add(unpackPcdRecords(header, view, count)),
    );
  } else if (header.encoding === "ascii") {
    const columns = ["x", "y", "z"].map((axis) => header.fields.find((field) => field.name === axis)!.column);
    await sampleText(source, header.dataOffset, (bytes, lineEnds) =>
      found.add(unpackXyzLines({ ...noColours, position: columns as [number, number, number] }, bytes, lineEnds)),
    );
  }
  return {
    pointCount: header.pointCount,
    bounds: found.bounds(),
    unit: "unknown",
    hasColour: hasPcdColours(header),
    hasInvalidPoints: found.hasInvalid(),
  };
}

async function probeE57(source: ByteSource): Promise<Findings> {
  const { scans } = await readE57File(source);
  const found = createSampler();
  for (const scan of scans) {
    if (!scan.bounds) continue;
    const positions = new Float64Array(24);
    for (let corner = 0; corner < 8; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        positions[corner * 3 + axis] = (corner >> axis) & 1 ? scan.bounds.max[axis]! : scan.bounds.min[axis]!;
      }
    }
    if (scan.pose) applyPose(scan.pose, positions, 8);
    found.add({ count: 8, positions });
  }
  return {
    pointCount: scans.reduce((sum, scan) => sum + scan.pointCount, 0),
    bounds: found.bounds(),
    unit: "metre",
    hasColour: scans.some((scan) => scan.fields.some((field) => field.name === "colorRed")),
    hasInvalidPoints: false,
  };
}

async function probeXyz(source: ByteSource): Promise<Findings> {
  const layout = await readXyzLayout(source);
  const found = createSampler();
  await sampleText(source, 0, (bytes, lineEnds) => found.add(unpackXyzLines(layout, bytes, lineEnds)));
  const isReadWhole = source.sizeBytes <= textReadBytesMax;
  if (isReadWhole && layout.declaredCount !== undefined && found.count() < layout.declaredCount) {
    throw new ScanProblem("scan-truncated", `${found.count()} of ${layout.declaredCount} points are there`);
  }
  return {
    pointCount: isReadWhole ? found.count() : layout.declaredCount,
    bounds: found.bounds(),
    unit: "unknown",
    hasColour: layout.colour !== undefined,
    hasInvalidPoints: found.hasInvalid(),
  };
}

/** Reads evenly distributed runs of records. */
async function sampleRecords(
  source: ByteSource,
  offset: number,
  recordBytes: number,
  recordCount: number,
  onRecords: (view: DataView, count: number) => void,
): Promise<void> {
  const windows = Math.min(sampleWindows, Math.ceil(recordCount / recordsPerWindow));
  for (let index = 0; index < windows; index++) {
    const first = Math.floor((index * recordCount) / windows);
    const count = Math.min(recordsPerWindow, recordCount - first);
    const bytes = await source.read(offset + first * recordBytes, count * recordBytes);
    onRecords(toDataView(bytes), Math.floor(bytes.length / recordBytes));
  }
}

async function sampleText(
  source: ByteSource,
  offset: number,
  onLines: (bytes: Uint8Array, lineEnds: readonly number[]) => void,
): Promise<void> {
  let readBytes = 0;
  for await (const { bytes, lineEnds } of readTextLines(source, offset, 65_536)) {
    onLines(bytes, lineEnds);
    readBytes += bytes.length;
    if (readBytes >= textReadBytesMax) return;
  }
}

function createSampler() {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let count = 0;
  let invalid = 0;
  return {
    add: ({ positions, count: added }: PointBatch) => {
      for (let i = 0; i < added; i++) {
        const point = positions.subarray(i * 3, i * 3 + 3);
        count++;
        if (!point.every(Number.isFinite)) {
          invalid++;
          continue;
        }
        for (let axis = 0; axis < 3; axis++) {
          min[axis] = Math.min(min[axis]!, point[axis]!);
          max[axis] = Math.max(max[axis]!, point[axis]!);
        }
      }
    },
    count: () => count,
    hasInvalid: () => invalid > 0,
    bounds: (): Bounds | undefined => {
      // If none of thousands of samples is finite, the rest will not be either.
      if (count > 0 && invalid === count) throw new ScanProblem("scan-invalid-geometry");
      return count > 0 ? { min, max } : undefined;
    },
  };
}
