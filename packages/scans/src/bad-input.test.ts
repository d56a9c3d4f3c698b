import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scanFormats } from "@blueprint/contract/scan-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { converters } from "./converters.ts";
import { preflight } from "./preflight.ts";
import { ScanProblem } from "./scan-problem.ts";
import { bytesSource } from "./testing/bytes-source.ts";
import { createRandom, mutate } from "./testing/fuzz/mutate.ts";
import { makeSeedFiles, type SeedFile } from "./testing/fuzz/seed-files.ts";

let folder: string;
let jobs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-bad-input-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Generated files; real scans of a few megabytes take too long to truncate repeatedly. */
const seeds = (await makeSeedFiles()).filter(({ bytes }) => bytes.length < 200_000);
const kinds = seeds.map((seed, index) => [`${seed.name} (${index + 1})`, seed] as const);

interface Outcome {
  /** A problem's code, or the result. */
  readonly looking: string;
  readonly converting: string;
}

/** Any error other than a ScanProblem is a bug of ours and is rethrown. */
async function findOutcome({ format, name }: SeedFile, bytes: Uint8Array): Promise<Outcome> {
  const inputPath = join(folder, "original");
  await writeFile(inputPath, bytes);
  const outputDir = await mkdtemp(join(folder, `out-${jobs++}-`));
  const codeOf = (run: () => Promise<string>) =>
    run().catch((error: unknown) => {
      if (error instanceof ScanProblem) return error.code;
      throw error;
    });
  const outcome = {
    looking: await codeOf(async () => (await preflight(bytesSource(name, bytes))).format),
    converting: await codeOf(async () => {
      const convert = await converters[scanFormats[format].kind]();
      const job = { format, inputPath, originalName: name, outputDir };
      return (await convert(job, () => {}, new AbortController().signal)).kind;
    }),
  };
  const files = await readdir(outputDir);
  // A failed conversion leaves no report, and no intermediate files remain.
  expect(files.includes("report.json")).toBe(!outcome.converting.startsWith("scan-"));
  expect(files).not.toContain(".work");
  await rm(outputDir, { recursive: true });
  return outcome;
}

describe("damaged and mislabelled files", { timeout: 120_000 }, () => {
  it.each(kinds)("%s is valid", async (_, seed) => {
    expect(await findOutcome(seed, seed.bytes)).toEqual({
      looking: seed.format,
      converting: scanFormats[seed.format].kind,
    });
  });

  it.each(kinds)("%s truncated at a boundary says so", async (_, seed) => {
    const { bytes, boundaries } = seed;
    for (const end of [0, ...boundaries, bytes.length - 1]) {
      const { looking, converting } = await findOutcome(seed, bytes.slice(0, end));
      if (end === 0) expect([looking, converting]).toEqual(["scan-empty-file", "scan-empty-file"]);
      // Some formats do not encode their length: a truncated file is then a smaller scan, or unrecognisable.
      const isOpenEnded =
        ["xyz", "obj", "splat", "jpeg", "jpeg-plan"].includes(seed.format) || end === bytes.length - 1;
      if (!isOpenEnded) expect(converting, `cut at ${end}`).toMatch(/^scan-/);
    }
  });

  it.each(kinds)("%s with a changed beginning is no longer detected", async (_, seed) => {
    const bytes = seed.bytes.slice();
    bytes.set(new TextEncoder().encode("MZ exe 12"));
    const { looking } = await findOutcome(seed, bytes);
    if (!["xyz", "obj", "splat", "ksplat"].includes(seed.format)) expect(looking).not.toBe(seed.format);
  });

  it.each(kinds)("%s with damage ends in a message or as a scan", async (_, seed) => {
    const random = createRandom(11);
    for (let round = 0; round < 3; round++) await findOutcome(seed, mutate(seed.bytes, random));
  });
});
