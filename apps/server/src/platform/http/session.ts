import { createHmac, timingSafeEqual } from "node:crypto";
import type { TeamId, UserId } from "@blueprint/contract/ids";
import { seeAsCookieName, teamRoles } from "@blueprint/contract/roles";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Sql } from "../../db/sql.ts";
import { type Actor, readOrigin } from "./actor.ts";

const cacheForMs = 5_000;
const cachedSessionsMax = 10_000;
const seenEveryMs = 10 * 60_000;
/** Channel that announces ended sessions: payload is the session's token. */
const sessionEndedChannel = "session_ended";

/**
 * Prefix of the sign-in cookies' names. Over https, browsers accept `__Host-` cookies from this exact host only:
 * neither a sibling domain nor an unencrypted connection can set one.
 */
export function toCookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-better-auth" : "better-auth";
}

export function toSessionCookieName(publicUrl: string): string {
  return `${toCookiePrefix(publicUrl)}.session_token`;
}

export interface SessionReaderDeps {
  sql: Sql;
  sessionKey: string;
  /** The only cookie that is read. */
  cookieName: string;
  now: () => Date;
}

interface SessionHeaders {
  cookie?: string | undefined;
  authorization?: string | undefined;
}

/**
 * Identifies a request's user from its signed session cookie or bearer token. The signature is checked here, and the
 * session's row is cached for five seconds: twenty times faster than calling better-auth on every request. The database
 * announces ended sessions, so every server drops them.
 */
export interface SessionReader {
  read(headers: SessionHeaders): Promise<Actor | null>;
  /** What `read` would return, synchronously; undefined when the session is not cached and has to be read. */
  recall(headers: SessionHeaders): Actor | null | undefined;
  /** Drops a session from this server's cache at once; the database's announcement of its end comes a moment later. */
  forget(sessionToken: string): void;
  /** Calls back when any session ends; sockets use it to close themselves. */
  onEnded(listener: (sessionToken: string) => void): () => void;
  close(): Promise<void>;
}

interface RememberedSession {
  actor: Actor;
  expiresAt: Date;
}

export async function createSessionReader({
  sql,
  sessionKey,
  cookieName,
  now,
}: SessionReaderDeps): Promise<SessionReader> {
  const remembered = new LRUCache<string, RememberedSession>({ max: cachedSessionsMax, ttl: cacheForMs });
  // Tokens by their carrier with a verified signature: a signature stays valid, whatever happens to the session.
  const verified = new LRUCache<string, string>({ max: cachedSessionsMax });
  const readToken = (headers: SessionHeaders): string | null => {
    const carried = findSignedToken(headers, cookieName);
    if (carried === null) return null;
    const known = verified.get(carried);
    if (known !== undefined) return known;
    const token = verifySignedToken(carried, sessionKey);
    if (token !== null) verified.set(carried, token);
    return token;
  };
  const listeners = new Set<(sessionToken: string) => void>();
  // A row that was being read while its session ended must not be cached afterwards.
  const ended = new LRUCache<string, true>({ max: cachedSessionsMax, ttl: cacheForMs });
  const forget = (token: string) => {
    remembered.delete(token);
    ended.set(token, true);
  };
  const subscription = await sql.listen(
    sessionEndedChannel,
    (token) => {
      forget(token);
      for (const listener of listeners) listener(token);
    },
    // The connection was lost and restored: sessions that ended in between were not announced.
    () => remembered.clear(),
  );

  // drizzle makes the driver return times as text.
  const load = async (token: string): Promise<RememberedSession | null> => {
    const [row] = await sql<
      {
        id: string;
        user_id: UserId;
        expires_at: string;
        updated_at: string;
        email: string;
        name: string;
        is_operator: boolean;
      }[]
    >`
      select s.id, s.user_id, s.expires_at, s.updated_at, u.email, u.name, u.is_operator
      from auth_sessions s join auth_users u on u.id = s.user_id
      where s.token = ${token} and u.disabled_at is null`;
    if (row === undefined) return null;
    const actor = {
      userId: row.user_id,
      email: row.email,
      name: row.name,
      isOperator: row.is_operator,
      sessionId: row.id,
    };
    const seenBefore = new Date(now().getTime() - seenEveryMs);
    if (new Date(row.updated_at) < seenBefore) {
      await sql`
        update auth_sessions set updated_at = ${now().toISOString()}
        where id = ${row.id} and updated_at < ${seenBefore.toISOString()}`;
    }
    return { actor, expiresAt: new Date(row.expires_at) };
  };

  const toActor = (session: RememberedSession | null, { cookie = "" }: SessionHeaders): Actor | null => {
    if (session === null || session.expiresAt <= now()) return null;
    const seeAs = readSeeAs(cookie);
    return seeAs === undefined ? session.actor : { ...session.actor, seeAs };
  };

  return {
    read: async (headers) => {
      const token = readToken(headers);
      if (token === null) return null;
      let session = remembered.get(token) ?? null;
      if (session === null) {
        session = await load(token);
        if (ended.has(token)) return null;
        if (session !== null) remembered.set(token, session);
      }
      return toActor(session, headers);
    },
    recall: (headers) => {
      const token = readToken(headers);
      if (token === null) return null;
      const session = remembered.get(token);
      return session === undefined ? undefined : toActor(session, headers);
    },
    forget,
    onEnded: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => subscription.unlisten(),
  };
}

export function registerSession(app: FastifyInstance, sessions: SessionReader): void {
  app.decorateRequest("actor", null);
  const setActor = (request: FastifyRequest, actor: Actor | null) => {
    request.actor = actor === null ? null : { ...actor, origin: readOrigin(request) };
  };
  app.addHook("onRequest", (request, _reply, done) => {
    const known = sessions.recall(request.headers);
    if (known === undefined) {
      sessions.read(request.headers).then((actor) => {
        setActor(request, actor);
        done();
      }, done);
      return;
    }
    setActor(request, known);
    done();
  });
}

/** Announces ended sessions to every server. Call it in the transaction that ends them: it is sent on commit. */
export async function announceSessionEnded(
  sql: { notify(channel: string, payload: string): PromiseLike<unknown> },
  token: string,
): Promise<void> {
  await sql.notify(sessionEndedChannel, token);
}

const seeAsPattern = new RegExp(`(?:^|;\\s*)${seeAsCookieName}=([0-9a-f-]{36})\\.([a-z]+)(?:;|$)`);

function readSeeAs(cookie: string): Actor["seeAs"] {
  const [, teamId, role] = seeAsPattern.exec(cookie) ?? [];
  const known = teamRoles.find((candidate) => candidate === role);
  return teamId === undefined || known === undefined ? undefined : { teamId: teamId as TeamId, role: known };
}

const bearerPattern = /^(?:Bearer|Firebase) (.+)$/i;

/** True when a bearer token, rather than a cookie, names the session. */
export function hasBearerToken({ authorization = "" }: { authorization?: string | undefined }): boolean {
  return bearerPattern.test(authorization);
}

function findSignedToken(headers: SessionHeaders, cookieName: string): string | null {
  const bearer = bearerPattern.exec(headers.authorization ?? "")?.[1];
  if (bearer !== undefined) return decodeLoosely(bearer);
  for (const part of (headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (part.slice(0, at).trim() === cookieName) return decodeLoosely(part.slice(at + 1).trim());
  }
  return null;
}

function decodeLoosely(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * `token.signature`, the signature being base64 HMAC-SHA256 of the token: better-auth's (better-call's) signed cookie.
 */
function verifySignedToken(signed: string, key: string): string | null {
  const at = signed.lastIndexOf(".");
  if (at < 1) return null;
  const token = signed.slice(0, at);
  const expected = createHmac("sha256", key).update(token).digest();
  const given = Buffer.from(signed.slice(at + 1), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
