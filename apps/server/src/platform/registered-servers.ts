import { statSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { toPoolOptions } from "../db/connection.ts";
import { readOwnVersion } from "../db/migrate.ts";
import type { AppContext } from "./app-context.ts";
import { type Role, servesDocuments, servesPages } from "./roles.ts";
import { hashSecrets } from "./shared-secrets.ts";
import { parseS3Url } from "./storage/create-storage.ts";

// Every server has a row in `server_processes`, which it renews. A server that could not work beside a running one
// finds it there and does not start. All times are the database's: clocks of the machines play no part.

/** A server that was silent for longer no longer keeps others from starting. */
const leaseSeconds = 20;
const heartbeatEveryMs = 2_000;
const heartbeatQueryMs = 2_000;
const lookAgainMs = 500;
/** Arbitrary, but the same in every server. */
const registrationLockKey = 7_202_615;

/** What servers on one database must agree on. */
interface ServerTraits {
  role: Role;
  /** Machine and data folder: one server at a time, which the lock of the folder ensures. */
  place: string;
  publicUrl: string;
  /** Null for files in the data folder. */
  storage: string | null;
  hasRedis: boolean;
  secretsHash: string;
}

interface RunningServer extends ServerTraits {
  id: string;
  lastSeen: string;
}

interface OwnServer extends ServerTraits {
  id: string;
  version: string;
}

export interface Registration {
  readonly id: string;
  /** Whether other servers are running on the database. */
  hasCompany(): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Registers this server, whose data folder is locked. A conflicting server that stays silent is waited for until its
 * lease ends: it may have been killed.
 * @throws Error that says why this server cannot run beside another
 */
export async function registerServer(
  context: Pick<AppContext, "config" | "connection" | "ids" | "log" | "secrets">,
): Promise<Registration> {
  const { log } = context;
  const id = context.ids.uuid();
  const { version } = readOwnVersion();
  const own = { id, version, ...toTraits(context) };
  const pool = new pg.Pool({
    ...toPoolOptions(context.connection),
    max: 1,
    connectionTimeoutMillis: heartbeatQueryMs,
    statement_timeout: heartbeatQueryMs,
    query_timeout: 2 * heartbeatQueryMs,
  });
  const onLost = (error: Error) => log.warn({ err: error }, "the connection that registers this server was lost");
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  try {
    const firstSeen = new Map<string, string>();
    for (;;) {
      const conflict = await tryRegister(pool, own);
      if (conflict === null) break;
      const { server, reason } = conflict;
      const seen = firstSeen.get(server.id);
      if (seen !== undefined && seen !== server.lastSeen) throw new Error(reason);
      firstSeen.set(server.id, server.lastSeen);
      await wait(lookAgainMs);
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  const ended = new AbortController();
  const beating = (async () => {
    while (!ended.signal.aborted) {
      await wait(heartbeatEveryMs, undefined, { signal: ended.signal, ref: false }).catch(() => {});
      if (ended.signal.aborted) return;
      await saveServer(pool, own).catch((error: unknown) => {
        log.warn({ err: error }, "this server could not renew its registration");
      });
    }
  })();
  return {
    id,
    hasCompany: async () => {
      const { rowCount } = await pool.query(
        `select 1 from server_processes where id <> $1 and heartbeat_at > now() - interval '${leaseSeconds} seconds' limit 1`,
        [id],
      );
      return rowCount !== 0;
    },
    end: async () => {
      ended.abort();
      await beating;
      try {
        await pool.query("delete from server_processes where id = $1", [id]);
      } finally {
        await pool.end();
      }
    },
  };
}

function toTraits({ config, secrets }: Pick<AppContext, "config" | "secrets">): ServerTraits {
  const { dev, ino } = statSync(config.dataDir);
  return {
    role: config.role,
    // Containers may have the same machine name and the same path.
    place: `${hostname()}:${config.dataDir}#${dev}-${ino}`,
    publicUrl: config.publicUrl,
    storage: config.storageUrl === undefined ? null : describeBucket(config.storageUrl),
    hasRedis: config.redisUrl !== undefined,
    secretsHash: hashSecrets(secrets),
  };
}

function describeBucket(storageUrl: string): string {
  const { endpoint, bucket } = parseS3Url(storageUrl);
  return `${endpoint}/${bucket}`;
}

/** @returns the running server that this one cannot run beside, or null when this one is registered */
async function tryRegister(pool: pg.Pool, own: OwnServer): Promise<{ server: RunningServer; reason: string } | null> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    // Of servers that start at once, each sees the one before.
    await client.query("select pg_advisory_xact_lock($1)", [registrationLockKey]);
    await client.query(
      `delete from server_processes where place = $1 or heartbeat_at < now() - interval '${leaseSeconds} seconds'`,
      [own.place],
    );
    const { rows } = await client.query<RunningServer>(
      `select id, role, place, public_url as "publicUrl", storage, has_redis as "hasRedis", secrets_hash as "secretsHash",
         heartbeat_at::text as "lastSeen"
       from server_processes where place is not null order by started_at`,
    );
    for (const server of rows) {
      const reason = findConflict(own, server);
      if (reason === null) continue;
      await client.query("rollback");
      return { server, reason };
    }
    await saveServer(client, own);
    await client.query("commit");
    return null;
  } finally {
    // A connection within a failed transaction is closed.
    client.release(client.getTransactionStatus() !== "I");
  }
}

function findConflict(own: ServerTraits, other: ServerTraits): string | null {
  const [place = ""] = other.place.split("#");
  const another = `Another server already runs on this database (${place})`;
  if (own.storage === null || other.storage === null)
    return `${another}, and ${own.storage === null ? "this server" : "it"} keeps files in its own DATA_DIR: stop that server, or set STORAGE_URL to the same bucket on both.`;
  if (own.storage !== other.storage)
    return `${another} and keeps files in ${other.storage}, not in ${own.storage}: set STORAGE_URL to the same bucket on both.`;
  if (own.publicUrl !== other.publicUrl)
    return `${another} with PUBLIC_URL ${other.publicUrl}, not ${own.publicUrl}: set PUBLIC_URL to the same origin on both.`;
  if (own.secretsHash !== other.secretsHash)
    return `${another} with other keys, so that each would refuse the other's sessions: set SECRET_KEY to the same value on both and restart them.`;
  if (own.hasRedis && other.hasRedis) return null;
  if (servesDocuments(own.role) && servesDocuments(other.role))
    return `${another}, and people who edit the same document on both wouldn't see each other's changes: set REDIS_URL to the same Redis on both.`;
  if (servesPages(own.role) && servesPages(other.role))
    return `${another}, and each would count guesses of passwords for itself: set REDIS_URL to the same Redis on both.`;
  return null;
}

/** Also brings back a row that others deleted while this server was silent. */
async function saveServer(queries: Pick<pg.Pool, "query">, own: OwnServer): Promise<void> {
  await queries.query(
    `insert into server_processes
       (id, started_at, heartbeat_at, version, role, place, public_url, storage, has_redis, secrets_hash)
     values ($1, now(), now(), $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set heartbeat_at = excluded.heartbeat_at, version = excluded.version,
       role = excluded.role, place = excluded.place, public_url = excluded.public_url, storage = excluded.storage,
       has_redis = excluded.has_redis, secrets_hash = excluded.secrets_hash`,
    [own.id, own.version, own.role, own.place, own.publicUrl, own.storage, own.hasRedis, own.secretsHash],
  );
}
