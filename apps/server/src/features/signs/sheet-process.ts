import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SheetOrder } from "@blueprint/sign-sheets/make-sheets";
import { toChildEnvironment } from "../../platform/child-environment.ts";
import type { OrderProblem, SheetAnswer } from "./sheet-messages.ts";

const programPath = fileURLToPath(new URL("./sheet-program.ts", import.meta.url));
const memoryMegabytesMax = 1_024;
const makingMsMax = 15 * 60_000;

export type MadeSheet = { readonly bytes: Uint8Array } | { readonly problem: OrderProblem };

/**
 * Makes one file of sheets in a process of its own.
 * @throws AbortError when `signal` ends it, Error when the process fails
 */
export async function makeSheet(
  order: SheetOrder,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<MadeSheet> {
  signal.throwIfAborted();
  const child = fork(programPath, [], {
    // The young generation stays small: the file's pictures are large and live shortly.
    execArgv: [
      `--max-old-space-size=${memoryMegabytesMax}`,
      "--max-semi-space-size=2",
      "--disable-warning=ExperimentalWarning",
    ],
    env: toChildEnvironment(),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const kill = () => void child.kill("SIGKILL");
  const timer = setTimeout(kill, makingMsMax);
  signal.addEventListener("abort", kill, { once: true });
  try {
    return await new Promise<MadeSheet>((resolve, reject) => {
      child.on("message", (answer: SheetAnswer) => {
        if (answer.kind === "progress") onProgress(answer.done);
        else if (answer.kind === "failed") reject(new Error(answer.message));
        else resolve(answer.kind === "made" ? { bytes: answer.bytes } : { problem: answer.problem });
      });
      child.once("close", (code, killedBy) => {
        const reason: unknown = signal.reason;
        reject(signal.aborted ? reason : new Error(`Making sheets ended early: ${killedBy ?? code}.`));
      });
      child.once("error", reject);
      child.send(order, () => {
        // The end of a process that died before is reported above.
      });
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  }
}
