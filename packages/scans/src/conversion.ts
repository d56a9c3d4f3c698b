import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { ConversionProgress, FrameAnswers, ScanReport } from "@blueprint/contract/scan-report";

/** The input of a converter. Paths are absolute; `outputDir` exists and is empty. */
export interface ConversionJob {
  readonly format: ScanFormat;
  readonly inputPath: string;
  /** The name the file was uploaded under; never used as a path. */
  readonly originalName: string;
  readonly outputDir: string;
  /** The person's answers on unit and up axis; used where the file declares none. */
  readonly frame?: FrameAnswers;
  /** Memory limit of the converting process; a converter rejects oversized input early. Absent: 4 GiB. */
  readonly memoryBytesMax?: number;
}

/**
 * Converts one file into a folder of files to deliver plus `report.json`.
 * @throws ScanProblem when the scan itself is at fault
 */
export type Converter = (
  job: ConversionJob,
  onProgress: (progress: ConversionProgress) => void,
  signal: AbortSignal,
) => Promise<ScanReport>;
