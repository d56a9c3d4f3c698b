import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const builtServerPath = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Its output so far. */
  printed(): string;
  /** Resolves with its exit code once it has exited; -1 for a signal. */
  readonly ended: Promise<number>;
  /** Resolves once it printed this. @throws with its output when it exits first */
  waitFor(text: string): Promise<void>;
}

/** The built server in a separate process, with these settings only. */
export function spawnServer(env: Record<string, string>, nodeFlags: readonly string[] = []): ServerProcess {
  return spawnProgram(env, [process.execPath, ...nodeFlags, builtServerPath]);
}

/** A program of ours in a separate process, with these settings only. */
export function spawnProgram(env: Record<string, string>, [command = "", ...args]: readonly string[]): ServerProcess {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOST: "127.0.0.1", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      said += String(text);
      for (const look of heard) look();
    });
  }
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? -1)));
  return {
    child,
    printed: () => said,
    ended,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!said.includes(text)) return;
          heard.delete(look);
          resolve();
        };
        heard.add(look);
        look();
        void ended.then((code) =>
          reject(new Error(`The server ended with ${code} before it said "${text}".\n${said}`)),
        );
      }),
  };
}
