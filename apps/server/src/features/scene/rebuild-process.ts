import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { AppError } from "../../platform/app-error.ts";
import { toChildEnvironment } from "../../platform/child-environment.ts";
import type { RebuildAnswer, RebuildRequest } from "./rebuild-messages.ts";

const programPath = fileURLToPath(new URL("./rebuild-program.ts", import.meta.url));
const stderrCharactersMax = 4_000;

/** A process that replays one document's history for one request. Always call `end`. */
export class RebuildProcess {
  readonly #child: ChildProcess;
  readonly #signal: AbortSignal;
  readonly #ended: Promise<never>;
  readonly #kill = () => void this.#child.kill("SIGKILL");

  /** Aborting kills the process at once. */
  constructor(memoryBytesMax: number, signal: AbortSignal) {
    this.#signal = signal;
    this.#child = fork(programPath, [], {
      execArgv: [
        `--max-old-space-size=${Math.floor(memoryBytesMax / 1024 ** 2)}`,
        "--disable-warning=ExperimentalWarning",
      ],
      env: toChildEnvironment(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    signal.addEventListener("abort", this.#kill, { once: true });
    let stderr = "";
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-stderrCharactersMax);
    });
    this.#ended = new Promise((_, reject) => {
      this.#child.once("error", reject);
      this.#child.once("close", (code, ending) => reject(toProblem(stderr, String(ending ?? code), this.#signal)));
    });
    this.#ended.catch(() => {});
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** @throws AppError history-too-large, service-unavailable when it was aborted */
  async ask(request: RebuildRequest): Promise<RebuildAnswer> {
    const answer = new Promise<RebuildAnswer>((resolve) => this.#child.once("message", resolve));
    this.#child.send(request, () => {
      // The exit of a process that died before the request is reported below.
    });
    const message = await Promise.race([answer, this.#ended]);
    if (message.type === "failed") throw new Error(`A document of the past could not be rebuilt: ${message.problem}`);
    return message;
  }

  end(): void {
    this.#signal.removeEventListener("abort", this.#kill);
    this.#kill();
  }
}

function toProblem(stderr: string, ending: string, signal: AbortSignal): Error {
  if (signal.aborted) return new AppError("service-unavailable");
  if (/heap out of memory|Array buffer allocation failed|Invalid typed array length/i.test(stderr)) {
    return new AppError("history-too-large");
  }
  return new Error(`Rebuilding a document of the past ended with ${ending}: ${stderr.trim()}`);
}
