import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ConversionProgress, FrameAnswers, PreflightReport, ScanReport } from "@blueprint/contract/scan-report";
import { findConfinement } from "@blueprint/scans/confinement";
import { runConversion } from "@blueprint/scans/conversion-runner";
import { openFileByteSource } from "@blueprint/scans/file-byte-source";
import { preflight } from "@blueprint/scans/preflight";
import type { AppContext } from "../../platform/app-context.ts";
import { toStorageError } from "../../platform/storage/object-storage.ts";

/** The reserve is for the database and for deleting: a conversion that uses it is stopped. */
const diskLookEveryMs = 1_000;

export interface OriginalToConvert {
  readonly storageKey: string;
  readonly fileName: string;
  readonly frame: FrameAnswers;
  /** Name of the working folder: unique to this run. */
  readonly runName: string;
  /** Destination of the converted files in object storage. */
  readonly deliveryPrefix: string;
}

export interface ConversionListener {
  /** Called once the server has examined the original: what the browser reported does not count. */
  onChecked(report: PreflightReport): Promise<void>;
  onProgress(progress: ConversionProgress): void;
}

export function toWorkDir({ config }: Pick<AppContext, "config">): string {
  return join(config.dataDir, "work");
}

/**
 * Converts an original in a separate process and stores the result. Removes the working folder; after a failure, the
 * caller removes the stored files.
 * @throws ScanProblem when the scan is at fault, AppError storage-full
 */
export async function convertOriginal(
  context: AppContext,
  original: OriginalToConvert,
  listener: ConversionListener,
  stopped: AbortSignal,
): Promise<ScanReport> {
  const { config, storage, diskRoom } = context;
  const diskIsFull = new AbortController();
  const diskWatch = setInterval(() => {
    diskRoom.requireRoom(0).catch((error: unknown) => diskIsFull.abort(error));
  }, diskLookEveryMs);
  const signal = AbortSignal.any([stopped, diskIsFull.signal]);
  const workDir = join(toWorkDir(context), original.runName);
  const inputPath = join(workDir, "original");
  const outputDir = join(workDir, "output");
  await rm(workDir, { recursive: true, force: true });
  try {
    await mkdir(outputDir, { recursive: true });
    const { stream, sizeBytes } = await storage.read(original.storageKey);
    await diskRoom.requireRoom(sizeBytes).catch((error: unknown) => {
      stream.destroy();
      throw error;
    });
    await pipeline(stream, createWriteStream(inputPath), { signal });
    const checked = await checkContent(inputPath, original.fileName);
    await listener.onChecked(checked);
    signal.throwIfAborted();
    const report = await runConversion(
      { format: checked.format, inputPath, originalName: original.fileName, outputDir, frame: original.frame },
      {
        memoryBytesMax: config.converterMemoryBytesMax,
        timeLimitMs: config.converterTimeLimitMs,
        confinement: await findConfinement(),
        onProgress: (progress) => listener.onProgress(progress),
        signal,
      },
    );
    for (const { path, contentType } of report.delivery.files) {
      signal.throwIfAborted();
      await storage.putFile(`${original.deliveryPrefix}/${path}`, join(outputDir, path), { contentType });
    }
    return report;
  } catch (error) {
    throw toStorageError(diskIsFull.signal.aborted && !stopped.aborted ? diskIsFull.signal.reason : error);
  } finally {
    clearInterval(diskWatch);
    await rm(workDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function checkContent(path: string, fileName: string): Promise<PreflightReport> {
  await using source = await openFileByteSource(path, fileName);
  return await preflight(source);
}
