import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { findFreePort, startServer, stopServer } from "../uploads/measured-server.js";

/** Runs a script of this folder as a server with a database of its own. @param measure gets `{ origin, child }` */
export async function usePlainServer(name, measure) {
  const dataDir = mkdtempSync(join(tmpdir(), "blueprint-bench-visitors-"));
  const silent = { info: () => {}, error: () => {} };
  const cluster = await startEmbeddedPostgres({ dataDir, log: silent });
  const { host, port: databasePort, user, database } = cluster.connection;
  const port = await findFreePort();
  const script = fileURLToPath(new URL(name, import.meta.url));
  const { child } = await startServer([script, host, databasePort, user, database, port].map(String), {}, /ready/);
  try {
    return await measure({ origin: `http://127.0.0.1:${port}`, child });
  } finally {
    await stopServer(child);
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
