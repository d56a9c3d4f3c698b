import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { conversationCloseCodes as closeCodes, conversationMessageBytesMax } from "@blueprint/contract/conversations";
import { type WebSocket, WebSocketServer } from "ws";
import type { AiSettings } from "../../config.ts";
import { answerWithin } from "../../platform/answer-within.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { createClientAddresses, toAddressGroup } from "../../platform/http/client-address.ts";
import { isSameOrigin } from "../../platform/http/same-origin.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { refuseUpgrade } from "../../platform/http/upgrades.ts";
import { createQuestionMemory, type QuestionMemory } from "../guide/guide.service.ts";
import { Conversation } from "./conversation.ts";
import { type ConversationSubject, toSubject } from "./conversation-subject.ts";
import { OpenConversation, type OpenOptions } from "./open-conversation.ts";
import { redeemTicket } from "./tickets.service.ts";

/** Sockets of somebody who may no longer see the place are closed within this time, and a little. */
const recheckEveryMs = 2_000;
const askingMsMax = 10_000;
/** For a client to close its side when the server stops. */
const closingMsMax = 1_000;
const perAddressMax = 100;
const perServerMax = 1_000;

export interface ConversationServer {
  /** Opens the socket of `conversationPath` for the holder of a ticket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  stop(): Promise<void>;
}

/** Conversations with the guides of places, and of drafts. */
export function createConversationServer(
  context: AppContext,
  ai: AiSettings,
  sessions: SessionReader,
): ConversationServer {
  return new ConversationSockets(context, ai, sessions);
}

class ConversationSockets implements ConversationServer {
  readonly #context: AppContext;
  readonly #ai: AiSettings;
  readonly #sessions: SessionReader;
  readonly #memory: QuestionMemory;
  readonly #addresses: ReturnType<typeof createClientAddresses>;
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: conversationMessageBytesMax,
  });
  readonly #open = new Set<OpenConversation>();
  readonly #ending = new Set<Promise<void>>();
  readonly #recheckTimer: NodeJS.Timeout;
  #isStopping = false;
  #isRechecking = false;

  constructor(context: AppContext, ai: AiSettings, sessions: SessionReader) {
    this.#context = context;
    this.#ai = ai;
    this.#sessions = sessions;
    this.#memory = createQuestionMemory(context);
    this.#addresses = createClientAddresses(context.config.trustedProxies);
    this.#recheckTimer = setInterval(() => void this.#recheck(), recheckEveryMs).unref();
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!isSameOrigin(request, this.#context.config.publicUrl)) return refuseUpgrade(socket, "403 Forbidden");
    const address = toAddressGroup(this.#addresses.read(request));
    const fromAddress = [...this.#open].filter((one) => one.address === address).length;
    if (fromAddress >= perAddressMax) return refuseUpgrade(socket, "429 Too Many Requests");
    if (this.#isStopping || this.#open.size >= perServerMax) return refuseUpgrade(socket, "503 Service Unavailable");
    const ticket = new URL(request.url ?? "/", "http://localhost").searchParams.get("key") ?? "";
    const about = await answerWithin(askingMsMax, redeemTicket(this.#context, ticket));
    const subject = about === null ? null : toSubject(this.#context, this.#memory, about);
    const admitted = subject === null ? null : await this.#admit(subject, await this.#findActor(request));
    if (this.#isStopping) return refuseUpgrade(socket, "503 Service Unavailable");
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on("error", (error) => this.#context.log.debug({ err: error }, "a conversation's socket failed"));
      // Browsers see a socket's close code but not the status of a refused upgrade.
      if (subject === null || admitted === null) webSocket.close(closeCodes.ticketRefused, "ticket-refused");
      else this.#accept(webSocket, request, { address, subject, audience: admitted.audience });
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#recheckTimer);
    const closed = [...this.#webSockets.clients].map((socket) => once(socket, "close"));
    for (const one of this.#open) one.close(closeCodes.serverStopping, "server-stopping");
    await Promise.race([Promise.all(closed), wait(closingMsMax)]);
    // The HTTP server waits for each of them.
    for (const socket of this.#webSockets.clients) socket.terminate();
    this.#webSockets.close();
    await Promise.all(this.#ending);
    await this.#memory.counts.stop();
  }

  #accept(
    webSocket: WebSocket,
    request: IncomingMessage,
    { address, subject, audience }: Pick<OpenOptions, "address" | "subject" | "audience">,
  ): void {
    const one = new OpenConversation(this.#context, webSocket, {
      ...{ address, subject, audience },
      conversation: new Conversation(this.#context, this.#ai),
      findActor: () => this.#findActor(request),
    });
    this.#open.add(one);
    webSocket.on("close", () => {
      this.#open.delete(one);
      this.#endSubject(subject);
    });
  }

  async #recheck(): Promise<void> {
    if (this.#isRechecking) return;
    this.#isRechecking = true;
    try {
      const admissions = new Map<string, ReturnType<ConversationSubject["admit"]>>();
      for (const one of this.#open) {
        one.closeIfIdle(this.#context.clock.monotonicMs());
        const actor = await one.findActor();
        const who = JSON.stringify([one.subject.key, actor?.userId ?? ""]);
        const known = admissions.get(who) ?? this.#admit(one.subject, actor);
        admissions.set(who, known);
        if ((await known)?.audience !== one.audience) one.close(closeCodes.placeClosed, "place-closed");
      }
    } catch (error) {
      this.#context.log.error({ err: error }, "rights of conversations could not be checked");
    } finally {
      this.#isRechecking = false;
    }
  }

  #endSubject(subject: ConversationSubject): void {
    const ended = subject
      .end()
      .catch((error: unknown) => this.#context.log.error({ err: error }, "a conversation could not be cleaned up"))
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** Who asks, with their session as it is now. */
  #findActor(request: IncomingMessage): Promise<Actor | null> {
    return answerWithin(askingMsMax, this.#sessions.read(request.headers));
  }

  #admit(subject: ConversationSubject, actor: Actor | null): ReturnType<ConversationSubject["admit"]> {
    return answerWithin(askingMsMax, subject.admit(actor));
  }
}
