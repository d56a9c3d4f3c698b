import { once } from "node:events";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { connect, type DatabaseConnection } from "../../../db/connection.ts";
import { createDatabase } from "../../../db/database.ts";
import { systemIds } from "../../ids.ts";
import { startJobRunner } from "../../jobs/job-runner.ts";
import { deliverEvents } from "../deliver-events.ts";

// A server that only hands events on, in a separate process that a test can kill. Its first listener ends each
// reaction; its second says that it has reacted and never ends.

const [connection] = (await once(process, "message")) as [DatabaseConnection];
const db = createDatabase(connect(connection, 2));
const log = pino({ level: "silent" });
await startJobRunner({ connection, ids: systemIds, log, tracing: null }, [
  {
    workers: 1,
    handlers: {
      "deliver-events": ({ stream }) =>
        deliverEvents(
          { db, log },
          [
            {
              name: "quick",
              hears: {
                "team.renamed": async (tx, { id }) => {
                  await tx.execute(sql`insert into reactions (listener, event_id) values ('quick', ${id})`);
                },
              },
            },
            {
              name: "slow",
              hears: {
                "team.renamed": async (tx, { id }) => {
                  await tx.execute(sql`insert into reactions (listener, event_id) values ('slow', ${id})`);
                  process.send?.("reacting");
                  await once(process, "never");
                },
              },
            },
          ],
          stream,
        ),
    },
  },
]);
process.on("disconnect", () => process.exit(0));
