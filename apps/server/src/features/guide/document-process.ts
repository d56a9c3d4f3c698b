import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { toChildEnvironment } from "../../platform/child-environment.ts";
import type { ReadDocument } from "./document-messages.ts";

const programPath = fileURLToPath(new URL("./document-program.ts", import.meta.url));
const memoryMegabytesMax = 512;
const readingMsMax = 120_000;

const unreadable: ReadDocument = { pageCount: 0, pages: [], problem: "unreadable" };

/**
 * Reads a PDF's text in a process of its own, which may take 512 MB and two minutes.
 * @throws AbortError when `signal` ends it
 */
export async function readDocumentText(bytes: Uint8Array, signal: AbortSignal): Promise<ReadDocument> {
  const child = fork(programPath, [], {
    execArgv: [`--max-old-space-size=${memoryMegabytesMax}`, "--disable-warning=ExperimentalWarning"],
    env: toChildEnvironment(),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const kill = () => void child.kill("SIGKILL");
  const timer = setTimeout(kill, readingMsMax);
  signal.addEventListener("abort", kill, { once: true });
  try {
    const read = await new Promise<ReadDocument>((resolve) => {
      child.once("message", (answer: ReadDocument) => resolve(answer));
      // It ran out of memory or time, or crashed: the document is at fault.
      child.once("close", () => resolve(unreadable));
      child.once("error", () => resolve(unreadable));
      child.send(bytes, () => {
        // The end of a process that died before is reported above.
      });
    });
    signal.throwIfAborted();
    return read;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  }
}
