// Shared by every measurement with a server and a browser: closes everything it opened in any case, and in time.
import { setTimeout as sleep } from "node:timers/promises";

const closingTimeoutMs = 20_000;

/**
 * Runs `run(closing)`; functions pushed onto `closing` are called in reverse order at its end, on Ctrl+C, and at the
 * time limit. Ends the process.
 */
export async function runBench(timeLimitMs, run) {
  const closing = [];
  let isClosed = false;
  const end = async (code) => {
    if (isClosed) return;
    isClosed = true;
    const closeAll = async () => {
      for (const close of closing.reverse()) await Promise.resolve(close()).catch(() => {});
    };
    await Promise.race([closeAll(), sleep(closingTimeoutMs)]);
    process.exit(code);
  };
  setTimeout(() => {
    console.error(`Not finished within ${timeLimitMs / 1000} s; ended.`);
    void end(1);
  }, timeLimitMs);
  process.once("SIGINT", () => void end(130));
  process.once("SIGTERM", () => void end(143));
  try {
    await run(closing);
    await end(0);
  } catch (error) {
    if (!isClosed) console.error(error);
    await end(1);
  }
}
