import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the range that Linux and macOS give to outgoing connections and to listeners on port 0, so nobody is handed the
// port while its server is stopped or restarting. Browsers block no port of this range.
const lowest = 11_000;
const highest = 32_000;

/** A TCP port nobody listens on. It stays free across the restarts of the server that uses it. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if ((await isFree(port, "127.0.0.1")) && (await isFree(port, "localhost"))) return port;
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
