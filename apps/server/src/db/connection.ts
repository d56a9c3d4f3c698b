import type { ConnectionOptions } from "node:tls";
import type { PoolConfig } from "pg";
import postgres, { type Options, type PostgresType, type Sql } from "postgres";

/** How to reach a PostgreSQL, in the words that both drivers take. */
export interface DatabaseConnection {
  /** A name, an address, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  applicationName?: string;
  /** TLS as Node wants it; without it the connection is in the clear. */
  ssl?: ConnectionOptions | false;
}

/** A database that is back is used again this soon; the driver by itself would wait for up to 20 seconds. */
const reconnectAfterS = 0.25;

export function toDriverOptions(connection: DatabaseConnection): Options<Record<string, PostgresType>> {
  const { applicationName, ssl = false, ...server } = connection;
  return {
    ...server,
    // Said always: otherwise variables like PGSSL of the person's shell would decide.
    ssl,
    backoff: () => reconnectAfterS,
    ...(applicationName === undefined ? {} : { connection: { application_name: applicationName } }),
  };
}

/** The same for `pg`, which the job queue works with. */
export function toPoolOptions({ applicationName, ssl = false, ...server }: DatabaseConnection): PoolConfig {
  return {
    ...server,
    // A copy: this driver hides the key of the object that it is given.
    ssl: ssl === false ? false : { ...ssl },
    ...(applicationName === undefined ? {} : { application_name: applicationName }),
  };
}

export function connect(connection: DatabaseConnection, connectionsMax = 20): Sql {
  return postgres({ ...toDriverOptions(connection), max: connectionsMax, onnotice: () => {} });
}
