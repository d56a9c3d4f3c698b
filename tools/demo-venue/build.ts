import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScanReport } from "@blueprint/contract/scan-report";
import { runConversion } from "@blueprint/scans/conversion-runner";
import { deliveryDir, hashInputs, listOutputs, manifestPath, originalPath, reportPath } from "./demo-files.ts";
import { modelMuseum, writeMuseum } from "./model-museum.ts";

/** Models the museum, converts it as any scan is converted, and puts both beside the code that ships them. */
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
    mkdirSync(deliveryDir, { recursive: true });
    for (const { path } of report.delivery.files)
      writeFileSync(new URL(path, deliveryDir), readFileSync(join(outputDir, path)));
    // How long this machine took is no property of the museum.
    writeFileSync(reportPath, toReportSource({ ...report, durationMs: 0 }));
    writeFileSync(manifestPath, `${JSON.stringify({ inputs: hashInputs(), outputs: listOutputs() }, null, 2)}\n`);
    console.log(`Original ${glb.length} bytes, delivery ${report.delivery.sizeBytes} bytes.`);
  } finally {
    rmSync(outputDir, { recursive: true, force: true });
  }
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
