import postgres, { type Options, type PostgresType, type Sql } from "postgres";

/** How to reach a PostgreSQL: an address from outside, or the parts of the embedded one's socket. */
export type DatabaseConnection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password?: string };

export function toDriverOptions(connection: DatabaseConnection): Options<Record<string, PostgresType>> {
  if (!("url" in connection)) return connection;
  const url = new URL(connection.url);
  return {
    host: url.searchParams.get("host") ?? decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(url.searchParams.get("sslmode") === "require" ? { ssl: "require" as const } : {}),
  };
}

/** The same as one string, as the job queue's driver wants it. A socket's folder goes into the query. */
export function toConnectionString(connection: DatabaseConnection): string {
  if ("url" in connection) return connection.url;
  const { host, port, user, database, password } = connection;
  const login =
    password === undefined ? encodeURIComponent(user) : `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  if (!host.startsWith("/")) return `postgresql://${login}@${host}:${port}/${encodeURIComponent(database)}`;
  return `postgresql://${login}@localhost:${port}/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}`;
}

export function connect(connection: DatabaseConnection, connectionsMax = 20): Sql {
  return postgres({ ...toDriverOptions(connection), max: connectionsMax, onnotice: () => {} });
}
