import { scanFormats } from "@blueprint/contract/scan-formats";
import type { ChildMessage, StartMessage } from "./conversion-messages.ts";
import { converters } from "./converters.ts";
import { endWithParent } from "./end-with-parent.ts";
import { ScanProblem } from "./scan-problem.ts";

// Entry point of the process that converts one scan and exits. Started only by `runConversion`.

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    // When a message cannot be sent, its reader is gone.
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, () => resolve());
  });
}

async function convert({ job }: StartMessage): Promise<void> {
  const load = converters[scanFormats[job.format].kind];
  const converter = await load();
  const controller = new AbortController();
  const report = await converter(job, (progress) => void send({ type: "progress", progress }), controller.signal);
  await send({ type: "done", report });
}

async function run(message: StartMessage): Promise<void> {
  try {
    await convert(message);
    process.exit(0);
  } catch (error) {
    if (error instanceof ScanProblem) {
      await send({ type: "problem", code: error.code, detail: error.detail });
      process.exit(0);
    }
    const code = (error as NodeJS.ErrnoException | null)?.code;
    if (code === "ENOSPC" || code === "EDQUOT") {
      await send({ type: "problem", code: "scan-storage-full", detail: code });
      process.exit(0);
    }
    // The runner keeps the end of this text, so that the crash can be investigated.
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  }
}

endWithParent();
process.once("message", (message: StartMessage) => void run(message));
