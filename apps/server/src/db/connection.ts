import type { ConnectionOptions } from "node:tls";
import type { PoolConfig } from "pg";
import postgres, { type Options, type PostgresType, type Sql } from "postgres";

/** How to reach a PostgreSQL, in terms that both drivers share. */
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

/** How soon to reconnect to a database that is back; the driver's default is up to 20 seconds. */
const reconnectAfterS = 0.25;

export function toDriverOptions(connection: DatabaseConnection): Options<Record<string, PostgresType>> {
  const { applicationName, ssl = false, ...server } = connection;
  return {
    ...server,
    // Always set: otherwise shell variables such as PGSSL would decide.
    ssl,
    backoff: () => reconnectAfterS,
    connection: {
      // Historical offsets of other zones include seconds, which JavaScript cannot parse.
      TimeZone: "UTC",
      ...(applicationName === undefined ? {} : { application_name: applicationName }),
    },
  };
}

/** The same for `pg`, which the job queue uses. */
export function toPoolOptions({ applicationName, ssl = false, ...server }: DatabaseConnection): PoolConfig {
  return {
    ...server,
    // A copy: this driver hides the key of the object it receives.
    ssl: ssl === false ? false : { ...ssl },
    ...(applicationName === undefined ? {} : { application_name: applicationName }),
  };
}

export function connect(connection: DatabaseConnection, connectionsMax = 20): Sql {
  return postgres({ ...toDriverOptions(connection), max: connectionsMax, onnotice: () => {} });
}
