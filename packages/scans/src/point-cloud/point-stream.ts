import { type FrameAnswers, type LengthUnit, metresPerUnit } from "@blueprint/contract/scan-report";
import { ScanProblem } from "../scan-problem.ts";
import type { LasHeader } from "./las-header.ts";

/** Some points of a cloud, in the file's own frame and units. Arrays belong to the batch's receiver. */
export interface PointBatch {
  readonly count: number;
  /** x, y, z of each point; NaN where the file has no valid number. */
  readonly positions: Float64Array;
  /** 8-bit sRGB, three per point. */
  readonly rgb?: Uint8Array;
  /** In the file's own range; the highest and lowest are found after reading. */
  readonly intensity?: Float32Array;
  /** What each point was found to be (ground, building …), in the numbers of the LAS standard. */
  readonly classification?: Uint8Array;
}

/** A point cloud file opened for one pass of reading. Opening has checked declared counts against the file's size. */
export interface PointStream {
  /** Points declared by the file, absent where the format declares none. */
  readonly declaredCount: number | undefined;
  readonly unit: LengthUnit;
  /** Metres per unit for the horizontal axes and for height, which some reference systems measure differently. */
  readonly metresPerUnit: { readonly horizontal: number; readonly vertical: number };
  /** True where the coordinates are of a map projection: such files are z up without exception. */
  readonly isGeoreferenced: boolean;
  /** Unit of the heights; that of the ground plan where absent. */
  readonly verticalUnit?: LengthUnit;
  /** The projection's name in a report, where the file says it. */
  readonly crs?: string | undefined;
  readonly batches: () => AsyncIterable<PointBatch>;
  /** Present where reading the file twice costs less than keeping its points in another. */
  readonly plainLas?: LasHeader;
}

/** Points in one batch; large enough for speed, small enough to notice an abort within a fraction of a second. */
export const pointsPerBatch = 65_536;

/**
 * Holds a declared count against the bytes that are there, before anything is allocated by it.
 * A file with more than half of what it declares was cut off; one with less never held it.
 * @throws ScanProblem scan-truncated or scan-lying-count
 */
export function requireDeclaredFits(declaredCount: number, bytesEach: number, availableBytes: number): void {
  const neededBytes = declaredCount * bytesEach;
  if (Number.isSafeInteger(declaredCount) && declaredCount >= 0 && neededBytes <= availableBytes) return;
  const detail = `${declaredCount} points need ${neededBytes} bytes, ${Math.max(0, availableBytes)} are there`;
  throw new ScanProblem(neededBytes >= availableBytes * 2 ? "scan-lying-count" : "scan-truncated", detail);
}

/** A view of the bytes for reading numbers. */
export function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The same points, measured in what the person said where the file says nothing. */
export function withAnsweredUnit(stream: PointStream, { unit }: FrameAnswers): PointStream {
  if (stream.unit !== "unknown" || unit === undefined) return stream;
  const metres = metresPerUnit[unit];
  return { ...stream, unit, verticalUnit: unit, metresPerUnit: { horizontal: metres, vertical: metres } };
}
