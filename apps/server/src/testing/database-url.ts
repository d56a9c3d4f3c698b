import type { DatabaseConnection } from "../db/connection.ts";

/** A connection as DATABASE_URL for another server. A socket's folder goes into the query. */
export function toDatabaseUrl({ host, port, user, database, password }: Omit<DatabaseConnection, "ssl">): string {
  const login = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(":");
  const isSocket = host.startsWith("/");
  const place = `${isSocket ? "localhost" : host}:${port}`;
  const query = isSocket ? `?host=${encodeURIComponent(host)}` : "";
  return `postgresql://${login}@${place}/${encodeURIComponent(database)}${query}`;
}
