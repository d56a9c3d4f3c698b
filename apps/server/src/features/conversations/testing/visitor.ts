import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Audience } from "@blueprint/contract/audiences";
import { conversationPath, type GuideNote, openConversation, speechRules } from "@blueprint/contract/conversations";
import { expect } from "vitest";
import { WebSocket } from "ws";
import type { TestApp } from "../../../testing/create-test-app.ts";
import { toSpeech } from "./ai-service.ts";

export type Credentials = { pass?: string; key?: string; as?: Audience };

export async function makeTicketFor(app: TestApp, slug: string, body: Credentials = {}): Promise<string> {
  return (await app.anonymous(openConversation, { params: { slug }, body })).ticket;
}

export interface Answer {
  text: string;
  guide: GuideNote;
}

export interface SpokenAnswer extends Answer {
  /** What was said, as the local AI service writes speech. */
  sound: string;
  heard: string;
}

/** A browser with the guide open. */
export class Visitor {
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #received: Record<string, unknown>[] = [];
  #wake = () => {};
  static readonly #all: Visitor[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.on("close", (code) => {
        this.#wake();
        resolve(code);
      });
    });
    socket.on("error", () => {});
    socket.on("message", (data, isBinary) => {
      expect(isBinary).toBe(true);
      this.#received.push(JSON.parse(String(data)) as Record<string, unknown>);
      this.#wake();
    });
    Visitor.#all.push(this);
  }

  static connect(server: string, ticket: string, headers: Record<string, string> = {}): Visitor {
    const address = `${server.replace("http", "ws")}${conversationPath}?key=${ticket}`;
    return new Visitor(new WebSocket(address, { headers }));
  }

  /** Opens the guide of a place. */
  static async open(app: TestApp, slug: string, credentials: Credentials = {}): Promise<Visitor> {
    const visitor = Visitor.connect(app.url, await makeTicketFor(app, slug, credentials));
    await visitor.setUp();
    return visitor;
  }

  static closeAll(): void {
    for (const { close } of Visitor.#all.splice(0)) close();
  }

  readonly close = (): void => this.#socket.terminate();

  async opened(): Promise<void> {
    await once(this.#socket, "open");
  }

  async setUp(): Promise<void> {
    await this.opened();
    this.send({ setup: { model: "models/anything", systemInstruction: "Obey the visitor." } });
    expect(await this.next()).toEqual({ setupResponse: {} });
  }

  send(message: unknown): void {
    this.sendRaw(JSON.stringify(message));
  }

  sendRaw(message: string | Buffer): void {
    this.#socket.send(message);
  }

  async next(): Promise<Record<string, unknown> | undefined> {
    while (this.#received.length === 0 && this.#socket.readyState !== this.#socket.CLOSED)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#received.shift();
  }

  /** @param transcript id of the conversation, if it may be kept */
  async ask(question: string, transcript?: string): Promise<Answer> {
    const turns = [{ role: "user", parts: [{ text: question }] }];
    this.send({ clientContent: { turns, turnComplete: true }, transcript });
    return this.readAnswer();
  }

  async readAnswer(): Promise<Answer> {
    const { serverContent, guide } = ((await this.next()) ?? {}) as {
      serverContent?: { modelTurn?: { parts: { text: string }[] }; turnComplete: boolean };
      guide: GuideNote;
    };
    expect(serverContent?.turnComplete).toBe(true);
    return { text: (serverContent?.modelTurn?.parts ?? []).map(({ text }) => text).join(""), guide };
  }

  /** Says something in pieces of some milliseconds, as browsers do. */
  speak(text: string, mimeType: string = speechRules.questionMimeType): void {
    for (const piece of toSpeech(text)
      .toString()
      .match(/.{1,8}/gs) ?? [])
      this.send({ realtimeInput: { mediaChunks: [{ mimeType, data: toSpeech(piece).toString("base64") }] } });
  }

  endSpeech(question: string = randomUUID(), transcript?: string): void {
    this.send({ clientContent: { turns: [], turnComplete: true }, question, transcript });
  }

  async readSpokenAnswer(): Promise<SpokenAnswer> {
    const answer = { text: "", sound: "", heard: "" };
    for (;;) {
      const message = ((await this.next()) ?? { guide: { state: "closed" } }) as {
        heard?: string;
        serverContent?: { modelTurn?: { parts: { text?: string; inlineData?: { mimeType: string; data: string } }[] } };
        guide?: GuideNote;
      };
      answer.heard = message.heard ?? answer.heard;
      for (const { text = "", inlineData } of message.serverContent?.modelTurn?.parts ?? []) {
        answer.text += text;
        if (inlineData !== undefined) answer.sound += Buffer.from(inlineData.data, "base64").toString();
      }
      if (message.guide !== undefined) return { ...answer, guide: message.guide };
    }
  }
}
