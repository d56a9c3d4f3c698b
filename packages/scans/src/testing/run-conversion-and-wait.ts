import { runConversion } from "../conversion-runner.ts";

// A parent process for the test that kills parents: starts a conversion and prints its process id.
const [programPath = "", originalName = "", outputDir = ""] = process.argv.slice(2);

await runConversion(
  { format: "glb", inputPath: "", originalName, outputDir },
  {
    memoryBytesMax: 1024 ** 3,
    timeLimitMs: 60_000,
    signal: new AbortController().signal,
    onProgress: () => {},
    onStart: (processId) => process.stdout.write(`${processId}\n`),
    programPath,
  },
);
