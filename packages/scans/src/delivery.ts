import { hash as hashBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ScanReport, scanReportSchema } from "@blueprint/contract/scan-report";
import { compressedSuffix } from "./compressed-file.ts";
import type { ConversionJob } from "./conversion.ts";
import { fileExtension } from "./file-extension.ts";
import { hashedBytesAtOnce, hashFile } from "./hash-file.ts";
import { ScanProblem } from "./scan-problem.ts";
import { ThreadAnswer } from "./thread-answer.ts";

const contentTypes: Readonly<Record<string, string>> = {
  glb: "model/gltf-binary",
  json: "application/json",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
};

export const reportFileName = "report.json";

/** A smaller original is read before a thread could start. */
const originalBytesBesideMin = 8 * 1024 * 1024;

/** Facts about an original known before its conversion starts. */
export interface CheckedOriginal {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly startedAtMs: number;
}

/** Everything in a report except what follows from the files themselves. */
export type DeliveryFacts = Omit<ScanReport, "format" | "originalSha256" | "durationMs" | "delivery"> & {
  readonly form: ScanReport["delivery"]["form"];
  /** Relative to the output folder. */
  readonly entry: string;
  /** Files that the first picture needs besides the entry. */
  readonly preload?: string[];
};

/** A delivery has thousands of small files: switching threads for each would take longer than hashing it. */
async function hashDelivered(path: string, sizeBytes: number): Promise<string> {
  return sizeBytes <= hashedBytesAtOnce ? hashBytes("sha256", readFileSync(path)) : await hashFile(path);
}

/**
 * The first step of each conversion: reads the original once, so that the report identifies exactly what was converted.
 * @throws ScanProblem `scan-empty-file`, `scan-cancelled`
 */
export async function checkOriginal(
  job: ConversionJob,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<CheckedOriginal> {
  const startedAtMs = performance.now();
  const { size: sizeBytes } = await stat(job.inputPath);
  if (sizeBytes === 0) throw new ScanProblem("scan-empty-file");
  let readBytes = 0;
  try {
    const sha256 = await hashFile(job.inputPath, signal, (bytes) => {
      readBytes += bytes;
      onFraction(Math.min(1, readBytes / sizeBytes));
    });
    return { sha256, sizeBytes, startedAtMs };
  } catch (error) {
    if (signal.aborted) throw new ScanProblem("scan-cancelled");
    throw error;
  }
}

/**
 * The same for converters that read the original from beginning to end themselves: a thread checks a large one in
 * parallel.
 * @throws ScanProblem as `checkOriginal`
 */
export async function startCheckingOriginal(
  job: ConversionJob,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<AsyncDisposable & { readonly checked: () => Promise<CheckedOriginal> }> {
  const startedAtMs = performance.now();
  const { size: sizeBytes } = await stat(job.inputPath);
  if (sizeBytes < originalBytesBesideMin) {
    const original = await checkOriginal(job, onFraction, signal);
    return { checked: async () => original, [Symbol.asyncDispose]: async () => {} };
  }
  const hashing = new ThreadAnswer<string>(new URL("./hash-thread.ts", import.meta.url), job.inputPath);
  return {
    checked: async () => ({ sha256: await hashing.answer, sizeBytes, startedAtMs }),
    [Symbol.asyncDispose]: () => hashing[Symbol.asyncDispose](),
  };
}

function withoutSuffix(path: string): string {
  return path.endsWith(compressedSuffix) ? path.slice(0, -compressedSuffix.length) : path;
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) paths.push(...(await listFiles(root, path)));
    else if (entry.isFile() && path !== reportFileName) paths.push(path);
  }
  return paths.sort();
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, "w");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The last step of each conversion: lists and hashes everything in the output folder and writes `report.json`. Its
 * presence marks the delivery as complete.
 */
export async function writeDelivery(
  job: ConversionJob,
  original: CheckedOriginal,
  { form, entry, preload, ...facts }: DeliveryFacts,
): Promise<ScanReport> {
  const files: ScanReport["delivery"]["files"] = [];
  for (const path of await listFiles(job.outputDir, "")) {
    const absolutePath = join(job.outputDir, path);
    const { size: sizeBytes } = statSync(absolutePath);
    files.push({
      path,
      sizeBytes,
      sha256: await hashDelivered(absolutePath, sizeBytes),
      contentType: contentTypes[fileExtension(withoutSuffix(path))] ?? "application/octet-stream",
    });
  }
  for (const named of [entry, facts.preview, ...(preload ?? [])]) {
    if (!files.some((file) => withoutSuffix(file.path) === named))
      throw new Error(`the delivery lacks its file ${named}`);
  }
  const report = scanReportSchema.parse({
    ...facts,
    format: job.format,
    warnings: [...new Set(facts.warnings)],
    originalSha256: original.sha256,
    durationMs: Math.round(performance.now() - original.startedAtMs),
    delivery: {
      form,
      entry,
      ...(preload === undefined ? {} : { preload }),
      files,
      sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
    },
  } satisfies ScanReport);
  await writeDurably(join(job.outputDir, reportFileName), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
