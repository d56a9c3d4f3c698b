import { type FrameAnswers, type LengthUnit, metresPerUnit } from "@blueprint/contract/scan-report";
import { ScanProblem } from "../scan-problem.ts";
import type { LasHeader } from "./las-header.ts";

/** Some points of a cloud, in the file's frame and units. The receiver of the batch owns the arrays. */
export interface PointBatch {
  readonly count: number;
  /** x, y, z of each point; NaN where the file has no valid number. */
  readonly positions: Float64Array;
  /** 8-bit sRGB, three per point. */
  readonly rgb?: Uint8Array;
  /** In the file's own range; its minimum and maximum are determined after reading. */
  readonly intensity?: Float32Array;
  /** The class of each point (ground, building …), numbered as in the LAS standard. */
  readonly classification?: Uint8Array;
}

/** A point cloud file opened for one pass of reading. Opening has checked declared counts against the file's size. */
export interface PointStream {
  /** Points declared by the file, absent where the format declares none. */
  readonly declaredCount: number | undefined;
  readonly unit: LengthUnit;
  /** Metres per unit for the horizontal axes and for height; some reference systems use different units. */
  readonly metresPerUnit: { readonly horizontal: number; readonly vertical: number };
  /** True for coordinates of a map projection: such files are always z up. */
  readonly isGeoreferenced: boolean;
  /** True if the file stores longitudes and latitudes; the batches are projected to metres. */
  readonly isFromDegrees?: boolean;
  /** Unit of the heights; if absent, the horizontal unit. */
  readonly verticalUnit?: LengthUnit;
  /** The projection's name for the report, if the file states it. */
  readonly crs?: string | undefined;
  readonly batches: () => AsyncIterable<PointBatch>;
  /** Present if reading the file twice is cheaper than spooling its points. */
  readonly plainLas?: LasHeader;
}

/** Points in one batch; large enough for speed, small enough to notice an abort within a fraction of a second. */
export const pointsPerBatch = 65_536;

/**
 * Checks a declared count against the bytes present, before anything is allocated by it. A file with more than half of
 * what it declares was truncated; one with less never contained it.
 * @throws ScanProblem scan-truncated or scan-lying-count
 */
export function requireDeclaredFits(declaredCount: number, bytesEach: number, availableBytes: number): void {
  const neededBytes = declaredCount * bytesEach;
  if (Number.isSafeInteger(declaredCount) && declaredCount >= 0 && neededBytes <= availableBytes) return;
  const detail = `${declaredCount} points need ${neededBytes} bytes, ${Math.max(0, availableBytes)} are there`;
  throw new ScanProblem(neededBytes >= availableBytes * 2 ? "scan-lying-count" : "scan-truncated", detail);
}

export function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The same points, in the unit the person specified if the file specifies none. */
export function withAnsweredUnit(stream: PointStream, { unit }: FrameAnswers): PointStream {
  if (stream.unit !== "unknown" || unit === undefined) return stream;
  const metres = metresPerUnit[unit];
  return { ...stream, unit, verticalUnit: unit, metresPerUnit: { horizontal: metres, vertical: metres } };
}
