import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { closeCodes, collaborationPath } from "@blueprint/contract/collaboration";
import { limits } from "@blueprint/contract/limits";
import { type Connection, type Extension, Hocuspocus } from "@hocuspocus/server";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { answerWithin } from "../../platform/answer-within.ts";
import type { AppContext, Logger } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { createClientAddresses } from "../../platform/http/client-address.ts";
import { createHostCheck } from "../../platform/http/known-host.ts";
import { isSameOrigin } from "../../platform/http/same-origin.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { inspectFrame, toBlueprintId } from "./collaboration-frame.ts";
import { type CollaborationContext, SceneExtension } from "./scene.extension.ts";
import { findSceneAccess } from "./scene.service.ts";

/** A revoked session or membership closes its sockets within this time. */
const recheckEveryMs = 2_000;
/** A question to the database that gets lost must keep neither a socket from opening nor the next check from running. */
const askingMsMax = 10_000;
const silentConnectionMs = 60_000;
/** What may wait for a client that does not read; it reconnects and syncs. */
const unsentBytesMax = 32 * 1024 * 1024;
/**
 * What comes in one turn of the event loop goes out together, up to this size: merging many small updates costs their
 * number squared (see `mergeManyUpdates`).
 */
const broadcastBytesMax = 2 * 1024;
const stopWaitsMsMax = 5_000;
const redisAnswersWithinMs = 10_000;
/** The library's own "reset": clients reconnect and are asked for their rights again. */
const resetConnection = 4205;

export interface SceneCollaboration {
  /** Takes no more connections, stores what is in memory, closes every socket. */
  stop(): Promise<void>;
}

/**
 * Serves blueprint documents on `collaborationPath` of a listening HTTP server. People are who their session says;
 * every other upgrade is refused. Call `stop` before the database closes.
 */
export async function registerSceneCollaboration(
  server: Server,
  context: AppContext,
  sessions: SessionReader,
): Promise<SceneCollaboration> {
  const { config } = context;
  const isKnownHost = createHostCheck(config, createClientAddresses(config.trustedProxies));
  const peers = await createPeers(context.config.redisUrl, context.log);
  const collaboration = new CollaborationServer(context, sessions, peers);
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isKnownHost(request)) return refuseUpgrade(socket, "421 Misdirected Request");
    collaboration.upgrade(request, socket, head).catch((error: unknown) => {
      context.log.error({ err: error }, "a collaboration socket could not be opened");
      refuseUpgrade(socket, "503 Service Unavailable");
    });
  };
  server.on("upgrade", onUpgrade);
  return {
    stop: async () => {
      server.off("upgrade", onUpgrade);
      await collaboration.stop();
    },
  };
}

class CollaborationServer {
  readonly #context: AppContext;
  readonly #sessions: SessionReader;
  readonly #extension: SceneExtension;
  readonly #hocuspocus: Hocuspocus<CollaborationContext>;
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    // Twice the limit is still read, so that a client is told by our own code that its message was too large.
    maxPayload: limits.documentMessageBytesMax * 2,
  });
  readonly #open = new Map<WebSocket, IncomingMessage>();
  readonly #recheckTimer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #isStopping = false;
  #recheckRunning = false;

  constructor(context: AppContext, sessions: SessionReader, peers: Extension[]) {
    this.#context = context;
    this.#sessions = sessions;
    this.#extension = new SceneExtension(context);
    this.#hocuspocus = new Hocuspocus<CollaborationContext>({
      name: "blueprint",
      quiet: true,
      timeout: silentConnectionMs,
      maxPendingDocuments: 4,
      flushMaxBytes: broadcastBytesMax,
      extensions: [...peers, this.#extension],
    });
    this.#recheckTimer = setInterval(() => void this.#recheck(), recheckEveryMs).unref();
    this.#stopListening = sessions.onEnded(() => void this.#recheck());
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on("error", () => socket.destroy());
    if (new URL(request.url ?? "/", "http://localhost").pathname !== collaborationPath) {
      socket.destroy();
      return;
    }
    if (!isSameOrigin(request, this.#context.config.publicUrl)) return refuseUpgrade(socket, "403 Forbidden");
    if (this.#isStopping) return refuseUpgrade(socket, "503 Service Unavailable");
    const actor = await answerWithin(askingMsMax, this.#sessions.read(request.headers));
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, request, actor));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#recheckTimer);
    this.#stopListening();
    await Promise.race([this.#extension.flushAll(), elapse(stopWaitsMsMax)]);
    const closed = [...this.#open.keys()].map((socket) => {
      const gone = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      socket.close(closeCodes.serverStopping, "server-stopping");
      return gone;
    });
    await Promise.race([Promise.all(closed), elapse(1_000)]);
    for (const socket of this.#open.keys()) socket.terminate();
    // Updates that were on their way while the sockets closed.
    await Promise.race([this.#extension.flushAll(), elapse(stopWaitsMsMax)]);
    await this.#hocuspocus.hooks("onDestroy", { instance: this.#hocuspocus as Hocuspocus });
    this.#webSockets.close();
  }

  #accept(socket: WebSocket, request: IncomingMessage, actor: Actor | null): void {
    socket.on("error", (error) => this.#context.log.debug({ err: error }, "a collaboration socket failed"));
    if (actor === null) {
      // Browsers see the code of a closed socket but not the status of a refused upgrade.
      socket.close(closeCodes.unauthenticated, "unauthenticated");
      return;
    }
    this.#open.set(socket, request);
    const client = this.#hocuspocus.handleConnection(socket, new Request(`http://localhost${collaborationPath}`), {
      socket,
      actor,
      access: null,
      share: null,
    });
    socket.on("message", (data, isBinary) => {
      // What was under way when the socket was closed on somebody.
      if (socket.readyState !== socket.OPEN) return;
      const refusal = findRefusal(data, isBinary);
      if (refusal === "ignored") return;
      if (refusal !== null) return socket.close(refusal.code, refusal.reason);
      const findDocument = (name: string) => this.#hocuspocus.documents.get(name);
      if (!this.#extension.takeFrame(socket, actor, data as Buffer, findDocument)) return;
      const handle = (frame: Uint8Array) => client.handleMessage(frame);
      if (!this.#extension.holdBack(socket, data as Buffer, handle)) handle(data as Buffer);
    });
    socket.on("close", (code, reason) => {
      this.#open.delete(socket);
      client.handleClose({ code, reason: reason.toString() });
    });
  }

  async #recheck(): Promise<void> {
    if (this.#recheckRunning) return;
    this.#recheckRunning = true;
    try {
      await this.#recheckSessions();
      await this.#recheckAccess();
    } catch (error) {
      this.#context.log.error({ err: error }, "rights of collaboration sockets could not be checked");
    } finally {
      this.#recheckRunning = false;
    }
  }

  async #recheckSessions(): Promise<void> {
    for (const [socket, request] of this.#open) {
      if (socket.bufferedAmount > unsentBytesMax) socket.terminate();
      else if ((await answerWithin(askingMsMax, this.#sessions.read(request.headers))) === null) {
        socket.close(closeCodes.unauthenticated, "unauthenticated");
      }
    }
  }

  async #recheckAccess(): Promise<void> {
    const known = new Map<string, Awaited<ReturnType<typeof findSceneAccess>>>();
    for (const document of this.#hocuspocus.documents.values()) {
      const blueprintId = toBlueprintId(document.name);
      if (blueprintId === null) continue;
      for (const connection of document.getConnections() as Connection<CollaborationContext>[]) {
        const { actor, socket } = connection.context;
        // Somebody may look through another role in one browser, and through their own in another.
        const key = `${actor.userId} ${blueprintId} ${actor.seeAs?.role ?? ""}`;
        if (!known.has(key)) {
          known.set(key, await answerWithin(askingMsMax, findSceneAccess(this.#context, actor, blueprintId)));
        }
        const access = known.get(key);
        if (access === null) socket.close(closeCodes.notFound, "not-found");
        else if (access !== connection.context.access) {
          socket.close(resetConnection, "rights-changed");
        }
      }
    }
  }
}

function findRefusal(data: RawData, isBinary: boolean): { code: number; reason: string } | "ignored" | null {
  if (!isBinary || !(data instanceof Uint8Array)) return { code: closeCodes.updateRefused, reason: "invalid-input" };
  if (data.byteLength > limits.documentMessageBytesMax) {
    return { code: closeCodes.messageTooLarge, reason: "payload-too-large" };
  }
  const verdict = inspectFrame(data);
  if (verdict === "malformed") return { code: closeCodes.updateRefused, reason: "document-update-refused" };
  return verdict === "ignored" ? "ignored" : null;
}

/** Several servers stay in step through Redis; one server needs none, and does not load its client. */
async function createPeers(redisUrl: string | undefined, log: Logger): Promise<Extension[]> {
  if (redisUrl === undefined) return [];
  const { Redis } = await import("@hocuspocus/extension-redis");
  const url = new URL(redisUrl);
  const place = `${url.hostname}:${url.port || 6379}`;
  const peers = new Redis({
    host: url.hostname,
    port: Number(url.port || 6379),
    prefix: "blueprint-scenes",
    options: {
      ...(url.username === "" ? {} : { username: decodeURIComponent(url.username) }),
      ...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
      ...(url.protocol === "rediss:" ? { tls: {} } : {}),
      ...(url.pathname.length > 1 ? { db: Number(url.pathname.slice(1)) } : {}),
    },
  });
  const clients = [peers.pub, peers.sub] as RedisClient[];
  // A client without a listener prints its errors by itself, with every try to connect again.
  let isStarted = false;
  for (const client of clients) {
    client.on("error", (error) => {
      if (isStarted) log.warn({ err: error }, "Redis cannot be reached");
    });
  }
  try {
    await Promise.all(clients.map((client) => answerOf(client)));
    isStarted = true;
  } catch (error) {
    for (const client of clients) client.disconnect();
    throw new Error(`REDIS_URL cannot be used: ${describeRedisFailure(error, place)}.`, { cause: error });
  }
  return [peers];
}

/** What is used of the Redis library's client, whose types come with no package of ours. */
interface RedisClient {
  on(event: "error", listener: (error: Error) => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
  ping(): Promise<unknown>;
  disconnect(): void;
}

/** The first answer of a client that has just begun to connect, or why there is none. */
async function answerOf(client: RedisClient): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("it does not answer")), redisAnswersWithinMs);
  client.once("error", reject);
  try {
    await Promise.race([client.ping(), failed]);
  } finally {
    clearTimeout(timer);
    client.off("error", reject);
  }
}

function describeRedisFailure(error: unknown, place: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return /^(NOAUTH|WRONGPASS|NOPERM)/.test(message)
    ? `Redis at ${place} does not let this user and password in`
    : `no Redis answers at ${place} (${code ?? message})`;
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function elapse(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
