import { setTimeout as wait } from "node:timers/promises";
import { escapeIdentifier, type Pool, type PoolClient, type QueryResult, type QueryResultRow } from "pg";
import type { Listener, Subscription } from "./listener.ts";

/** The name of a table, column or database within a statement. */
class Identifier {
  readonly quoted: string;

  constructor(name: string) {
    this.quoted = escapeIdentifier(name);
  }
}

/** SQL as a template, whose values become parameters, for what is no query of a repository. */
export interface Queries {
  <Rows extends readonly object[] = QueryResultRow[]>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows>;
  /** A name to put into a template. */
  (name: string): Identifier;
  /** A statement that is already text, or several without values. */
  unsafe<Rows extends readonly object[] = QueryResultRow[]>(text: string, values?: readonly unknown[]): Promise<Rows>;
  notify(channel: string, payload: string): Promise<void>;
}

export interface Sql extends Queries, Pick<Listener, "listen"> {
  readonly pool: Pool;
  begin<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  /** Closes all connections, those in use when their work has ended; after a given time without it. */
  end(options?: { timeoutMs?: number }): Promise<void>;
}

export type { Subscription };

export function createSql(pool: Pool, listener: Listener): Sql {
  const clients = new Set<PoolClient>();
  pool.on("connect", (client) => clients.add(client));
  pool.on("remove", (client) => clients.delete(client));
  return Object.assign(
    createQueries((text, values) => pool.query(text, values)),
    {
      pool,
      listen: listener.listen,
      begin: <Result>(work: (tx: Queries) => Promise<Result>) =>
        useOneConnection(pool, async (client) => {
          const tx = createQueries((text, values) => client.query(text, values));
          await tx`begin`;
          try {
            const result = await work(tx);
            await tx`commit`;
            return result;
          } catch (error) {
            // A connection that cannot roll back is closed, which has the same effect.
            await tx`rollback`.catch(() => {});
            throw error;
          }
        }),
      end: async ({ timeoutMs }: { timeoutMs?: number } = {}) => {
        await listener.end();
        const ended = pool.end();
        if (timeoutMs === undefined) return await ended;
        const isLate = await Promise.race([ended.then(() => false), wait(timeoutMs, true, { ref: false })]);
        if (isLate) await Promise.all(Array.from(clients, (client) => client.end()));
      },
    },
  );
}

/**
 * Gives work a connection that nobody else uses. When that connection is lost, the work fails at once instead of with
 * its next statement, and another one takes its place in the pool.
 */
export async function useOneConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const lost = Promise.withResolvers<never>();
  client.once("error", lost.reject);
  try {
    return await Promise.race([work(client), lost.promise]);
  } finally {
    client.removeListener("error", lost.reject);
    // Whatever went wrong: a connection within a transaction must not carry the statements of others.
    client.release(client.getTransactionStatus() !== "I");
  }
}

function createQueries(ask: (text: string, values?: unknown[]) => Promise<QueryResult>): Queries {
  const unsafe: Queries["unsafe"] = async <Rows>(text: string, values: readonly unknown[] = []) => {
    // Several statements at once are only possible without parameters, and answer with a list of results.
    const result = values.length === 0 ? await ask(text) : await ask(text, values.map(toParameter));
    return (result.rows ?? []) as Rows;
  };
  const query = (first: TemplateStringsArray | string, ...given: unknown[]) => {
    if (typeof first === "string") return new Identifier(first);
    const values: unknown[] = [];
    const text = first.reduce((before, after, at) => {
      const value = given[at - 1];
      if (value instanceof Identifier) return before + value.quoted + after;
      return `${before}$${values.push(value)}${after}`;
    });
    return unsafe(text, values);
  };
  const notify = async (channel: string, payload: string) =>
    void (await unsafe("select pg_notify($1, $2)", [channel, payload]));
  return Object.assign(query, { unsafe, notify }) as Queries;
}

// The driver would write a moment in the zone of this machine, whose historical offsets include seconds.
function toParameter(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
