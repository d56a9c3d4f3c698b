import { once } from "node:events";
import { pino } from "pino";
import type { DatabaseConnection } from "../../../db/connection.ts";
import { systemIds } from "../../ids.ts";
import { startJobRunner } from "../job-runner.ts";

// A server that only runs jobs, in a separate process that a test can kill or freeze. Its jobs never end by themselves:
// they are stopped.

export type JobServerMessage = { type: "began"; word: string } | { type: "stopped"; word: string; reason: string };

const send = (message: JobServerMessage) => void process.send?.(message);

const [connection] = (await once(process, "message")) as [DatabaseConnection];
await startJobRunner({ connection, ids: systemIds, log: pino({ level: "silent" }), tracing: null }, [
  {
    workers: 1,
    handlers: {
      "hash-stored-object": async ({ storageKey: word }, { signal }) => {
        send({ type: "began", word });
        await once(signal, "abort");
        send({ type: "stopped", word, reason: (signal.reason as Error).message });
        throw signal.reason;
      },
    },
  },
]);
process.on("disconnect", () => process.exit(0));
