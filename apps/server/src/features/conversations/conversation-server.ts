import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { conversationCloseCodes as closeCodes, conversationMessageBytesMax } from "@blueprint/contract/conversations";
import { type WebSocket, WebSocketServer } from "ws";
import type { AiSettings } from "../../config.ts";
import { answerWithin } from "../../platform/answer-within.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { createClientAddresses, toAddressGroup } from "../../platform/http/client-address.ts";
import { isSameOrigin } from "../../platform/http/same-origin.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { refuseUpgrade } from "../../platform/http/upgrades.ts";
import { type AdmittedVersion, createQuestionMemory, noteAsked, type QuestionMemory } from "../guide/guide.service.ts";
import { toAskedPlace } from "../guide/place-knowledge.service.ts";
import { type PlaceAsker, requireAdmittedVersion } from "../published/published.service.ts";
import { isClosedPlace } from "./closed-place.ts";
import { Conversation } from "./conversation.ts";
import { OpenConversation, type OpenOptions } from "./open-conversation.ts";
import { redeemTicket, type TicketedPlace } from "./tickets.service.ts";

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

/** Conversations of visitors with the guides of places. */
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
    const place = await answerWithin(askingMsMax, redeemTicket(this.#context, ticket));
    const admitted =
      place === null ? null : await this.#findAdmission(place.slug, await this.#findAsker(request, place));
    if (this.#isStopping) return refuseUpgrade(socket, "503 Service Unavailable");
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on("error", (error) => this.#context.log.debug({ err: error }, "a conversation's socket failed"));
      // Browsers see a socket's close code but not the status of a refused upgrade.
      if (place === null || admitted === null) webSocket.close(closeCodes.ticketRefused, "ticket-refused");
      else this.#accept(webSocket, request, { address, place, audience: admitted.audience });
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
    await this.#memory.counts.stop();
  }

  #accept(
    webSocket: WebSocket,
    request: IncomingMessage,
    { address, place, audience }: Pick<OpenOptions, "address" | "place" | "audience">,
  ): void {
    const one = new OpenConversation(this.#context, webSocket, {
      ...{ address, place, audience },
      conversation: new Conversation(this.#context, this.#ai),
      findAsker: () => this.#findAsker(request, place),
      findAdmission: (asker) => this.#findAdmission(place.slug, asker),
      toPlace: (found) => toAskedPlace(this.#context, this.#memory.sets, found),
      onAnswered: (admitted, asked) => noteAsked(this.#context, this.#memory, admitted, asked),
    });
    this.#open.add(one);
    webSocket.on("close", () => this.#open.delete(one));
  }

  async #recheck(): Promise<void> {
    if (this.#isRechecking) return;
    this.#isRechecking = true;
    try {
      const admissions = new Map<string, Promise<AdmittedVersion | null>>();
      for (const one of this.#open) {
        one.closeIfIdle(this.#context.clock.monotonicMs());
        const asker = await one.findAsker();
        const who = JSON.stringify([one.place.slug, one.place.credentials, asker.actor?.userId ?? ""]);
        const known = admissions.get(who) ?? this.#findAdmission(one.place.slug, asker);
        admissions.set(who, known);
        if ((await known)?.audience !== one.audience) one.close(closeCodes.placeClosed, "place-closed");
      }
    } catch (error) {
      this.#context.log.error({ err: error }, "rights of conversations could not be checked");
    } finally {
      this.#isRechecking = false;
    }
  }

  /** Who asks, with their session as it is now. */
  async #findAsker(request: IncomingMessage, { credentials }: TicketedPlace): Promise<PlaceAsker> {
    return { ...credentials, actor: await answerWithin(askingMsMax, this.#sessions.read(request.headers)) };
  }

  /** Null for somebody who may not see the place. */
  async #findAdmission(slug: string, asker: PlaceAsker): Promise<AdmittedVersion | null> {
    try {
      return await answerWithin(askingMsMax, requireAdmittedVersion(this.#context, slug, asker));
    } catch (error) {
      if (isClosedPlace(error)) return null;
      throw error;
    }
  }
}
