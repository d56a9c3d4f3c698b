import type { Pool, PoolClient } from "pg";
import type { Tracing } from "./tracing.ts";

type Query = (...call: unknown[]) => unknown;

/**
 * Makes a span of every statement: its text, in which values are numbered parameters. A statement of the pool includes the
 * wait for a connection.
 */
export function traceQueries(pool: Pool, tracing: Tracing): void {
  const ofPool = pool.query.bind(pool) as Query;
  pool.query = ((...call: unknown[]) => trace(tracing, ofPool, call)) as Pool["query"];
  // Connections that somebody checks out, as for a transaction. The pool's own statements carry a callback.
  const traced = new WeakSet<PoolClient>();
  const connect = pool.connect.bind(pool) as unknown as Query;
  pool.connect = ((...call: unknown[]) => {
    if (call.length > 0) return connect(...call);
    return (connect() as Promise<PoolClient>).then((client) => {
      if (traced.has(client)) return client;
      traced.add(client);
      const ofClient = client.query.bind(client) as Query;
      client.query = ((...parts: unknown[]) => trace(tracing, ofClient, parts)) as PoolClient["query"];
      return client;
    });
  }) as Pool["connect"];
}

function trace(tracing: Tracing, query: Query, call: unknown[]): unknown {
  const text = toText(call[0]);
  const hasCallback = call.some((part) => typeof part === "function");
  if (text === null || hasCallback) return query(...call);
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "QUERY";
  const facts = { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": hideLiterals(text) };
  return tracing.run(operation, "client", facts, async () => await query(...call));
}

/** Null for what is no statement but a stream, such as COPY. */
function toText(query: unknown): string | null {
  if (typeof query === "string") return query;
  if (typeof query !== "object" || query === null || "submit" in query) return null;
  return "text" in query && typeof query.text === "string" ? query.text : null;
}

const literals = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g;

/** Statements that take no parameters, such as `listen` and settings, contain their values. */
export function hideLiterals(text: string): string {
  return text.replace(literals, "'…'");
}
