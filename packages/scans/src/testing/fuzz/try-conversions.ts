import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ScanFormat, scanFormats } from "@blueprint/contract/scan-formats";
import { converters } from "../../converters.ts";
import { endWithParent } from "../../end-with-parent.ts";
import { openFileByteSource } from "../../file-byte-source.ts";
import { preflight } from "../../preflight.ts";
import { ScanProblem } from "../../scan-problem.ts";

// A process that probes and converts files one after another, in place of the server's process and the converter's:
// starting one for each of thousands of files would take most of the time.

export interface TryRequest {
  readonly format: ScanFormat;
  readonly name: string;
  readonly inputPath: string;
  readonly workDir: string;
}

/** The outcome: a report or a ScanProblem is fine, any other error is a fault. */
export interface TryOutcome {
  readonly outcome: string;
  readonly fault: string | null;
  readonly residentBytes: number;
}

async function attempt(run: () => Promise<string>): Promise<{ outcome: string; fault: string | null }> {
  try {
    return { outcome: await run(), fault: null };
  } catch (error) {
    if (error instanceof ScanProblem) return { outcome: error.code, fault: null };
    return { outcome: "error", fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function tryFile({ format, name, inputPath, workDir }: TryRequest): Promise<TryOutcome> {
  const looked = await attempt(async () => {
    await using source = await openFileByteSource(inputPath, name);
    return (await preflight(source)).format;
  });
  await rm(workDir, { recursive: true, force: true });
  const outputDir = join(workDir, "output");
  await mkdir(outputDir, { recursive: true });
  const converted = await attempt(async () => {
    const convert = await converters[scanFormats[format].kind]();
    const job = { format, inputPath, originalName: name, outputDir, memoryBytesMax: 1024 ** 3 };
    const report = await convert(job, () => {}, new AbortController().signal);
    return `report of ${report.kind}`;
  });
  await rm(workDir, { recursive: true, force: true });
  return {
    outcome: `${looked.outcome} / ${converted.outcome}`,
    fault: looked.fault ?? converted.fault,
    residentBytes: process.memoryUsage.rss(),
  };
}

endWithParent();
process.on("message", (request: TryRequest) => {
  void tryFile(request).then((outcome) => process.send?.(outcome));
});
