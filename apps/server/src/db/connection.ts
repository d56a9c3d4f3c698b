import type { ConnectionOptions } from "node:tls";
import pg, { type PoolConfig } from "pg";
import { createListener } from "./listener.ts";
import { createSql, type Sql } from "./sql.ts";

/** How to reach a PostgreSQL. */
export interface DatabaseConnection {
  /** A name, an address, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  applicationName?: string;
  /** TLS options for Node; without them the connection is unencrypted. */
  ssl?: ConnectionOptions | false;
}

/** How long to wait for a new connection, or for one of the pool to become free. */
const connectTimeoutMs = 30_000;
const idleTimeoutMs = 10 * 60_000;
/** A connection's memory on the server grows with the statements it has seen. */
const lifetimeSeconds = 45 * 60;
/** Finds out that the other side has gone without a word. */
const keepAliveAfterMs = 60_000;

const { builtins } = pg.types;
/** Times stay text: PostgreSQL's own has microseconds, and a day no time zone. drizzle parses its columns itself. */
const keptAsText: ReadonlySet<number> = new Set([
  builtins.DATE,
  builtins.TIMESTAMP,
  builtins.TIMESTAMPTZ,
  builtins.INTERVAL,
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    keptAsText.has(type) ? (value: string) => value : pg.types.getTypeParser(type, format),
};

/** The connection in the driver's words, with its own parsers: the job queue's library expects them. */
export function toPoolOptions({ applicationName, ssl = false, ...server }: DatabaseConnection): PoolConfig {
  return {
    ...server,
    // Always set, otherwise shell variables such as PGSSLMODE would decide. A copy: the driver hides its key.
    ssl: ssl === false ? false : { ...ssl },
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    ...(applicationName === undefined ? {} : { application_name: applicationName }),
  };
}

export function connect(connection: DatabaseConnection, connectionsMax = 20): Sql {
  const options = toPoolOptions(connection);
  const pool = new pg.Pool({
    ...options,
    types,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: lifetimeSeconds,
    // Historical offsets of other zones include seconds, which JavaScript cannot parse. A statement rather than a
    // startup parameter, which some connection poolers refuse.
    onConnect: async (client) => void (await client.query("set time zone 'UTC'")),
  });
  // The pool replaces a lost connection, and the statement it carried fails. Without a listener the error would end the
  // process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return createSql(
    pool,
    createListener(() => new pg.Client({ ...options, connectionTimeoutMillis: connectTimeoutMs })),
  );
}
