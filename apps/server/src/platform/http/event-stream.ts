import { Readable } from "node:stream";
import type { UserId } from "@blueprint/contract/ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import { requireActor } from "./actor.ts";
import type { SessionReader } from "./session.ts";

const heartbeatEveryMs = 15_000;
/** The right to watch is rechecked this often: a removed member is disconnected within seconds. */
const rightsCheckEveryMs = 3_000;
/** A watcher that does not read is disconnected; it reconnects and is sent everything. */
const unreadBytesMax = 4 * 1024 * 1024;
/** Streams of one kind: more than any user has tabs. Each repeatedly checks the right to watch in the database. */
const streamsPerPersonMax = 100;

/** A client of a stream of server-sent events. */
export interface Watcher {
  /** Sends one server-sent event, or several. */
  send(text: string): void;
  /** Missed events cannot be replayed: the watcher has to reconnect. */
  end(): void;
}

export interface EventStreamOptions {
  /** Starts sending. @returns a function that stops it */
  watch(watcher: Watcher): () => void;
  /** Throws once the user may no longer watch. */
  checkRights?: () => Promise<unknown>;
}

/**
 * Answers requests with server-sent events that end with the session, with the right to watch, and with the server. The
 * returned function throws AppError `too-many-requests` for a user with too many open streams.
 * @param stop ends what feeds the streams when the server stops
 */
export function createEventStreams(
  app: FastifyInstance,
  sessions: SessionReader,
  stop: () => Promise<void>,
): (request: FastifyRequest, reply: FastifyReply, options: EventStreamOptions) => FastifyReply {
  const open = new Map<Readable, UserId>();
  // Otherwise a stopping server would wait for streams that never end by themselves.
  app.addHook("preClose", async () => {
    for (const stream of open.keys()) stream.push(null);
    await stop();
  });
  return (request, reply, { watch, checkRights }) => {
    const { userId } = requireActor(request);
    const openCount = [...open.values()].filter((owner) => owner === userId).length;
    if (openCount >= streamsPerPersonMax) throw new AppError("too-many-requests");
    const stream = new Readable({ read: () => {} });
    const end = () => {
      if (!stream.readableEnded && !stream.destroyed) stream.push(null);
      stopWatching();
    };
    const send = (text: string) => {
      if (stream.destroyed) return;
      if (stream.readableLength > unreadBytesMax) stream.destroy();
      else stream.push(text);
    };
    const checkSession = async () => {
      if ((await sessions.read(request.headers)) === null) end();
    };
    const heartbeat = setInterval(() => {
      send(": alive\n\n");
      checkSession().catch(end);
    }, heartbeatEveryMs);
    const rightsCheck =
      checkRights === undefined ? undefined : setInterval(() => void checkRights().catch(end), rightsCheckEveryMs);
    const forgetSession = sessions.onEnded(() => void checkSession().catch(end));
    const unwatch = watch({ send, end });
    const stopWatching = () => {
      clearInterval(heartbeat);
      clearInterval(rightsCheck);
      forgetSession();
      unwatch();
      open.delete(stream);
    };
    open.set(stream, userId);
    stream.once("close", stopWatching);
    send("retry: 2000\n\n");
    return reply
      .headers({ "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" })
      .send(stream);
  };
}

export function toServerSentEvent(name: string, content: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(content)}\n\n`;
}
