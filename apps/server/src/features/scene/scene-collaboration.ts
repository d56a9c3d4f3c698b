import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { closeCodes, collaborationPath } from "@blueprint/contract/collaboration";
import { limits } from "@blueprint/contract/limits";
import { type Connection, type Extension, Hocuspocus } from "@hocuspocus/server";
import type { Redis } from "ioredis";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { answerWithin } from "../../platform/answer-within.ts";
import type { AppContext, Logger } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { isSameOrigin } from "../../platform/http/same-origin.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { refuseUpgrade } from "../../platform/http/upgrades.ts";
import { connectToRedis } from "../../platform/redis.ts";
import { inspectFrame, toBlueprintId } from "./collaboration-frame.ts";
import { type CollaborationContext, SceneExtension } from "./scene.extension.ts";
import { findSceneAccess } from "./scene.service.ts";
import { StoredNotices } from "./stored-notices.ts";

/** Sockets of a revoked session or membership are closed within this time. */
const recheckEveryMs = 2_000;
/** A lost database query must block neither the opening of a socket nor the next check. */
const askingMsMax = 10_000;
const silentConnectionMs = 60_000;
/** Bytes that may be queued for a client that does not read; beyond that it must reconnect and sync. */
const unsentBytesMax = 32 * 1024 * 1024;
/**
 * Updates of one turn of the event loop are sent together, up to this size: merging many small updates takes quadratic
 * time (see `mergeManyUpdates`).
 */
const broadcastBytesMax = 2 * 1024;
const stopWaitsMsMax = 5_000;
/** The library's own "reset": clients reconnect, and their rights are checked again. */
const resetConnection = 4205;

export interface SceneCollaboration {
  /** Opens the socket of `collaborationPath`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Stops accepting connections, stores what is in memory, closes every socket. */
  stop(): Promise<void>;
  /** How many documents and sockets this server has open. */
  countOpen(): { documents: number; sockets: number };
}

/**
 * Serves blueprint documents. The session identifies the user; every other upgrade is refused. Call `stop` before the
 * database closes.
 */
export async function createSceneCollaboration(
  context: AppContext,
  sessions: SessionReader,
): Promise<SceneCollaboration> {
  const { redisUrl } = context.config;
  const peers = await createPeers(redisUrl, context.log);
  const notices =
    redisUrl === undefined ? null : await StoredNotices.connect(redisUrl, context.ids.uuid(), context.log);
  return new CollaborationServer(context, sessions, { peers, notices });
}

class CollaborationServer implements SceneCollaboration {
  readonly #context: AppContext;
  readonly #sessions: SessionReader;
  /** Null for a single server. */
  readonly #notices: StoredNotices | null;
  readonly #extension: SceneExtension;
  readonly #hocuspocus: Hocuspocus<CollaborationContext>;
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    // Reads up to twice the limit, so that a client gets our own close code for a message that is too large.
    maxPayload: limits.documentMessageBytesMax * 2,
  });
  readonly #open = new Map<WebSocket, IncomingMessage>();
  readonly #recheckTimer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #isStopping = false;
  #recheckRunning = false;

  constructor(
    context: AppContext,
    sessions: SessionReader,
    { peers, notices }: { peers: Extension[]; notices: StoredNotices | null },
  ) {
    this.#context = context;
    this.#sessions = sessions;
    this.#notices = notices;
    this.#extension = new SceneExtension(context, notices);
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
    if (!isSameOrigin(request, this.#context.config.publicUrl)) return refuseUpgrade(socket, "403 Forbidden");
    if (this.#isStopping) return refuseUpgrade(socket, "503 Service Unavailable");
    const actor = await answerWithin(askingMsMax, this.#sessions.read(request.headers));
    if (this.#isStopping) return refuseUpgrade(socket, "503 Service Unavailable");
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, request, actor));
  }

  countOpen(): { documents: number; sockets: number } {
    return { documents: this.#hocuspocus.documents.size, sockets: this.#open.size };
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
    // Also sockets that were refused and whose client has not closed its side: the HTTP server waits for each of them.
    for (const socket of this.#webSockets.clients) socket.terminate();
    // Updates that arrived while the sockets closed.
    await Promise.race([this.#extension.flushAll(), elapse(stopWaitsMsMax)]);
    this.#extension.stop();
    await this.#hocuspocus.hooks("onDestroy", { instance: this.#hocuspocus as Hocuspocus });
    this.#notices?.close();
    this.#webSockets.close();
  }

  #accept(socket: WebSocket, request: IncomingMessage, actor: Actor | null): void {
    socket.on("error", (error) => this.#context.log.debug({ err: error }, "a collaboration socket failed"));
    if (actor === null) {
      // Browsers see a socket's close code but not the status of a refused upgrade.
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
      // Messages in flight when the socket was closed.
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
        // One user may view as another role in one browser, and with their own role in another.
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

/** Several servers sync through Redis; a single server does not need it and does not load its client. */
async function createPeers(redisUrl: string | undefined, log: Logger): Promise<Extension[]> {
  if (redisUrl === undefined) return [];
  const clients = [await connectToRedis(redisUrl, log), await connectToRedis(redisUrl, log)];
  for (const client of clients) survivePublishing(client, log);
  const { Redis: RedisPeers } = await import("@hocuspocus/extension-redis");
  return [new RedisPeers({ prefix: "blueprint-scenes", createClient: () => clients.pop()! })];
}

/**
 * The library leaves the failure of some publications unhandled, which ends the process: when Redis is away for more than
 * ten seconds, and sometimes when the server stops. The next change repairs what was missed.
 */
function survivePublishing(client: Redis, log: Logger): void {
  const publish = client.publish.bind(client);
  client.publish = (channel: string | Buffer, message: string | Buffer): Promise<number> =>
    publish(channel, message).catch((error: unknown) => {
      log.debug({ err: error }, "other servers could not be told of a change");
      return 0;
    });
}

function elapse(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
