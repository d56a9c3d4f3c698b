import { type Document, OutgoingMessage } from "@hocuspocus/server";
import type { WebSocket } from "ws";
import { readSyncRequest } from "./collaboration-frame.ts";
import { mergeManyUpdates } from "./merge-updates.ts";
import type { StoredScene } from "./scene.repository.ts";

/** Below this size, reading a document is too quick to be worth an early answer. */
const storedBytesMin = 256 * 1024;
/** How long the query and the network may take before the read starts, which blocks everything else. */
const questionMsMax = 50;
const sendMsMax = 50;

interface Question {
  readonly frame: Uint8Array;
  readonly address: string;
  /** Passes a frame to the collaboration library as if the client had sent it. */
  readonly forward: (frame: Uint8Array) => void;
  isAnswered: boolean;
}

/** A document being opened on one socket. */
interface Opening {
  readonly questions: Question[];
  readonly asked: Promise<void>;
  readonly noteAsked: () => void;
  isSettled: boolean;
}

/** No client opens more documents at once on one socket, nor asks more often about one before it is open. */
const openingsMax = 4;
const questionsMax = 4;

/**
 * Answers clients that open a document with the stored bytes before the server itself has read them: with a long
 * history, reading takes several times as long as sending.
 */
export class EarlyAnswers {
  readonly #openings = new WeakMap<WebSocket, Map<string, Opening>>();

  /**
   * True for a frame that is held back: the request of a client that has nothing of a document that is not open yet.
   * `forward` gets it, or a request for the rest, once the document is settled.
   */
  take(socket: WebSocket, frame: Uint8Array, forward: (frame: Uint8Array) => void): boolean {
    const request = readSyncRequest(frame);
    if (request === null) return false;
    const opening = this.#findOpening(socket, request.documentName);
    if (opening === null || opening.isSettled) return false;
    opening.noteAsked();
    if (!request.isForEverything || opening.questions.length >= questionsMax) return false;
    opening.questions.push({ frame, address: request.address, forward, isAnswered: false });
    return true;
  }

  /** Sends what is stored to clients that asked for everything. Bounds the wait for the query and for the network. */
  async answer(socket: WebSocket, documentName: string, { snapshot, updates }: StoredScene): Promise<void> {
    const opening = this.#findOpening(socket, documentName);
    const parts = snapshot === null ? updates : [snapshot, ...updates];
    if (opening === null || parts.reduce((sum, part) => sum + part.byteLength, 0) < storedBytesMin) return;
    await within(questionMsMax, opening.asked);
    // Requests that arrive during the send go to the library.
    const questions = [...opening.questions];
    if (questions.length === 0) return;
    // The snapshot is sent unchanged: merging later updates into it would mean reading it.
    const later = updates.length === 0 ? [] : [mergeManyUpdates(updates)];
    for (const part of snapshot === null ? later : [snapshot, ...later]) {
      for (const question of questions) {
        const message = new OutgoingMessage(question.address).createSyncMessage().writeUpdate(part);
        await within(sendMsMax, new Promise<void>((resolve) => socket.send(message.toUint8Array(), () => resolve())));
      }
    }
    for (const question of questions) question.isAnswered = true;
  }

  /**
   * From here on the library answers. Requests the rest on behalf of clients that were answered; for them, `document`
   * is as it was read from storage.
   */
  settle(socket: WebSocket, document: Document): void {
    const opening = this.#findOpening(socket, document.name);
    if (opening === null || opening.isSettled) return;
    opening.isSettled = true;
    for (const { frame, address, forward, isAnswered } of opening.questions.splice(0)) {
      const rest = new OutgoingMessage(address).createSyncMessage().writeFirstSyncStepFor(document);
      forward(isAnswered ? rest.toUint8Array() : frame);
    }
  }

  #findOpening(socket: WebSocket, documentName: string): Opening | null {
    const openings = this.#openings.get(socket) ?? new Map<string, Opening>();
    this.#openings.set(socket, openings);
    const known = openings.get(documentName);
    if (known !== undefined || openings.size >= openingsMax) return known ?? null;
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
    const opening: Opening = { questions: [], asked, noteAsked, isSettled: false };
    openings.set(documentName, opening);
    return opening;
  }
}

async function within(milliseconds: number, done: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([done, late]);
  clearTimeout(timer);
}
