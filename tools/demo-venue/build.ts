import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import type { ScanReport } from "@blueprint/contract/scan-report";
import { compressedSuffix } from "@blueprint/scans/compressed-file";
import { runConversion } from "@blueprint/scans/conversion-runner";
import { deliveryDir, hashInputs, listOutputs, manifestPath, originalPath, reportPath } from "./demo-files.ts";
import { modelMuseum, writeMuseum } from "./model-museum.ts";

/** Models the museum, converts it like any scan, and stores both with the code that ships them. */
async function build(): Promise<void> {
  const surface = modelMuseum();
  console.log(`${surface.indices.length / 3} triangles, ${surface.vertexCount} vertices.`);
  const glb = await writeMuseum(surface);
  mkdirSync(fileURLToPath(new URL(".", originalPath)), { recursive: true });
  writeFileSync(originalPath, glb);

  const outputDir = mkdtempSync(join(tmpdir(), "demo-venue-"));
  try {
    const report = await runConversion(
      { format: "glb", inputPath: fileURLToPath(originalPath), originalName: "example-museum.glb", outputDir },
      {
        memoryBytesMax: 2 * 1024 ** 3,
        timeLimitMs: 300_000,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      },
    );
    rmSync(deliveryDir, { recursive: true, force: true });
    const files = report.delivery.files.map((file) => unpackFile(outputDir, file));
    const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    const delivery = { ...report.delivery, files, sizeBytes };
    // The duration depends on this machine, not on the museum.
    writeFileSync(reportPath, toReportSource({ ...report, durationMs: 0, delivery }));
    writeFileSync(manifestPath, `${JSON.stringify({ inputs: hashInputs(), outputs: listOutputs() }, null, 2)}\n`);
    console.log(`Original ${glb.length} bytes, delivery ${sizeBytes} bytes.`);
  } finally {
    rmSync(outputDir, { recursive: true, force: true });
  }
}

/** Copies a delivered file into the web app's sources, uncompressed: the app's build compresses everything it ships. */
function unpackFile(outputDir: string, file: ScanReport["delivery"]["files"][number]): typeof file {
  const stored = readFileSync(join(outputDir, file.path));
  const isCompressed = file.path.endsWith(compressedSuffix);
  const path = isCompressed ? file.path.slice(0, -compressedSuffix.length) : file.path;
  const bytes = isCompressed ? brotliDecompressSync(stored) : stored;
  const url = new URL(path, deliveryDir);
  mkdirSync(new URL(".", url), { recursive: true });
  writeFileSync(url, bytes);
  return { ...file, path, sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function toReportSource(report: ScanReport): string {
  return [
    "// Written by tools/demo-venue/build.ts.",
    'import type { ScanReport } from "@blueprint/contract/scan-report";',
    "",
    `export const demoReport: ScanReport = ${JSON.stringify(report, null, 2)};`,
    "",
  ].join("\n");
}

await build();
