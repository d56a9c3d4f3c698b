import { execFileSync } from "node:child_process";
import type { LaunchedServer } from "./launch-server.ts";
import { expect } from "./people.ts";

/** A suspended converter, released at the latest at the end of the block that holds it. */
export interface HeldConversion extends Disposable {
  /** Resumes it. Does nothing when it has ended meanwhile. */
  goOn(): void;
}

/**
 * Suspends the next converter that a server starts, as soon as it runs: however long a page takes to open, the
 * conversion is still in progress. Call it before the file is sent, and await it afterwards.
 */
export async function holdNextConversion({ pid }: Pick<LaunchedServer, "pid">): Promise<HeldConversion> {
  const earlier = listConverters(pid);
  let found: number | undefined;
  const look = () => {
    found = listConverters(pid).find((id) => !earlier.includes(id));
    return found;
  };
  await expect.poll(look, { message: "a converter", intervals: [30], timeout: 60_000 }).toBeDefined();
  const converter = found ?? Number.NaN;
  process.kill(converter, "SIGSTOP");
  const goOn = () => {
    if (listConverters(pid).includes(converter)) process.kill(converter, "SIGCONT");
  };
  return { goOn, [Symbol.dispose]: goOn };
}

function listConverters(serverPid: number): number[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("conversion-process"))
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === serverPid)
    .map(([id]) => id ?? Number.NaN);
}
