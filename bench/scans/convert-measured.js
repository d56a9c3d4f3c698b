import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runConversion } from "@blueprint/scans/conversion-runner";

// The ceiling of a server as it comes.
const memoryBytesMax = 3072 * 1024 ** 2;

/** Converts a file in the converter's own process. The caller removes `outputDir`. */
export async function convertMeasured({ format, inputPath, dir, label = "scan" }) {
  const outputDir = join(dir, "out");
  mkdirSync(outputDir);
  let processId = 0;
  let peakBytes = 0;
  const poll = setInterval(async () => {
    const status = await readFile(`/proc/${processId}/status`, "utf8").catch(() => "");
    peakBytes = Math.max(peakBytes, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
  }, 50);
  const startedAtMs = performance.now();
  try {
    const report = await runConversion(
      { format, inputPath, originalName: label, outputDir },
      {
        memoryBytesMax,
        timeLimitMs: 3600_000,
        signal: new AbortController().signal,
        onProgress: () => {},
        onStart: (id) => {
          processId = id;
        },
      },
    );
    return { report, seconds: (performance.now() - startedAtMs) / 1000, peakBytes, outputDir };
  } finally {
    clearInterval(poll);
  }
}

export function isInstalled(command) {
  try {
    execFileSync("which", [command], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
