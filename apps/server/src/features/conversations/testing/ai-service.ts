import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { AiDialect, AiSettings } from "../../../config.ts";

/** A note as the model reads it. */
export interface ReadNote {
  readonly number: number;
  readonly title: string;
  readonly text: string;
}

/** What was asked, taken apart as a model would. */
export interface Asked {
  readonly question: string;
  /** Empty for a spoken question: a model has to search. */
  readonly notes: readonly ReadNote[];
  /** The whole message of the turn. */
  readonly prompt: string;
  /** Calls tools and waits for their answers. */
  readonly call: (name: string, args: object) => Promise<Record<string, unknown>>;
  /** The connection, to do it harm. */
  readonly socket: WebSocket;
}

type Model = (asked: Asked) => string | Promise<string>;

/** An obedient model: it quotes the first note. */
export const quoteFirstNote: Model = ({ notes: [first] }) =>
  first === undefined ? "UNKNOWN" : `${first.text === "" ? first.title : first.text} [${first.number}]`;

/** The same aloud: it searches for what it heard, cites and quotes the first note. */
export const quoteAloud: Model = async ({ question, call }) => {
  const { notes } = (await call("search_notes", { words: question })) as { notes?: string[] };
  if (notes?.[0] === undefined) return "I do not know.";
  const first = JSON.parse(notes[0]) as ReadNote;
  await call("cite_notes", { notes: [first.number] });
  return first.text === "" ? first.title : first.text;
};

/** Text as the samples that this service understands: a stand-in for a voice, in which no byte may be lost. */
export function toSpeech(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, Buffer.alloc(bytes.length % 2, " ")]);
}

/**
 * An AI service on this machine with the provider's messages of either dialect, as its documentation shows them. Its model
 * is a function. It refuses what the provider refuses: a wrong key, unknown fields in the setup, two fields in one message.
 */
export class AiService implements AsyncDisposable {
  model: Model = quoteFirstNote;
  /** What it understands of a spoken question, 16 kHz 16-bit mono PCM. */
  hear: (speech: Buffer) => string = (speech) => speech.toString();
  /** Called with each piece of a spoken question as it arrives, in base64. */
  onSpeech: (data: string) => void = () => {};
  /** How it says something, in 24 kHz 16-bit mono PCM. */
  speak: (text: string) => Buffer = toSpeech;
  /** Answers connections with this status, if set. */
  refuseWith: number | null = null;
  /** Whether handles are still known. */
  resumes = true;
  /** Whether the last words of an answer come after the end of its turn. */
  transcribesLate = false;
  /** Whether it waits for playback once it has generated everything: its turns end with `endTurns`, or with the next question. */
  waitsForPlayback = false;
  /** Whether the service answers at all. */
  isSilent = false;
  readonly setups: Record<string, unknown>[] = [];
  readonly received: Record<string, unknown>[] = [];
  /** Speech of each connection's turn. */
  readonly #heard = new WeakMap<WebSocket, Buffer[]>();
  /** Those whose turn has still to be ended. */
  readonly #unended = new Set<WebSocket>();
  readonly #dialect: AiDialect;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #pending = new Map<string, (answer: Record<string, unknown>) => void>();
  #calls = 0;
  #handles = 0;

  private constructor(dialect: AiDialect, server: Server) {
    this.#dialect = dialect;
    this.#server = server;
    server.on("upgrade", (request: IncomingMessage, socket, head) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
      const status = searchParams.get("key") !== "right-key" || pathname !== "/live" ? 403 : this.refuseWith;
      if (status !== null) socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
      else this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#serve(webSocket));
    });
  }

  /** Port 0 picks a free one. */
  static async start(dialect: AiDialect = "current", port = 0): Promise<AiService> {
    const server = createServer((_request, response) => response.writeHead(404).end());
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return new AiService(dialect, server);
  }

  get settings(): AiSettings {
    const { port } = this.#server.address() as AddressInfo;
    const url = `ws://127.0.0.1:${port}/live`;
    const voices = ["Charon", "Puck"];
    return { key: "right-key", url, model: "gemini-3.8-live", voice: "Charon", voices, dialect: this.#dialect };
  }

  get connections(): number {
    return this.#sockets.clients.size;
  }

  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  endTurns(): void {
    for (const socket of [...this.#unended]) this.#endTurn(socket);
  }

  /** Announces that connections are closed soon. */
  announceLeaving(): void {
    for (const socket of this.#sockets.clients) send(socket, { goAway: { timeLeft: "10s" } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#sockets.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: WebSocket): void {
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as Record<string, unknown>;
      this.received.push(message);
      if (this.isSilent) return;
      const text = this.#readTurn(message);
      if (Object.keys(message).length !== 1) socket.close(1007, "one field a message");
      else if (isRecord(message.setup)) this.#setUp(socket, message.setup);
      else if (text !== null) void this.#answer(socket, text);
      else if (isRecord(message.toolResponse)) this.#takeToolAnswers(message.toolResponse);
      else if (this.#dialect === "current" && isRecord(message.realtimeInput))
        this.#listen(socket, message.realtimeInput);
      else socket.close(1007, "unknown message");
    });
  }

  #setUp(socket: WebSocket, setup: Record<string, unknown>): void {
    this.setups.push(setup);
    const unknown = Object.keys(setup).find((field) => !setupFields[this.#dialect].includes(field));
    if (isRecord(setup.realtimeInputConfig)) this.#heard.set(socket, []);
    const { handle } = (setup.sessionResumption ?? {}) as { handle?: string };
    if (unknown !== undefined) socket.close(1007, `unknown field ${unknown}`);
    else if (this.#dialect === "specification") send(socket, { setupResponse: {} });
    else if (handle !== undefined && !this.resumes) socket.close(1008, "unknown handle");
    else {
      send(socket, { setupComplete: {} });
      this.#handles += 1;
      send(socket, { sessionResumptionUpdate: { newHandle: `handle-${this.#handles}`, resumable: true } });
    }
  }

  #readTurn(message: Record<string, unknown>): string | null {
    const { realtimeInput, clientContent } = message as {
      realtimeInput?: { text?: string };
      clientContent?: { turns: { parts: { text: string }[] }[] };
    };
    if (this.#dialect === "current") return realtimeInput?.text ?? null;
    return clientContent?.turns[0]?.parts.map(({ text }) => text).join("") ?? null;
  }

  async #answer(socket: WebSocket, prompt: string): Promise<void> {
    const lines = prompt.split("\n");
    const notes = lines.filter((line) => line.startsWith('{"number"')).map((line) => JSON.parse(line) as ReadNote);
    const question = JSON.parse(/^Question: (".*")$/m.exec(prompt)?.[1] ?? '""') as string;
    await this.#sayAnswer(socket, { question, notes, prompt });
  }

  /** One field a message, and speech only between its beginning and end, as with detection of activity turned off. */
  #listen(socket: WebSocket, input: Record<string, unknown>): void {
    const pieces = this.#heard.get(socket);
    const { audio, ...others } = input as { audio?: { mimeType: string; data: string } };
    if (pieces === undefined || Object.keys(input).length !== 1) socket.close(1007, "not set up for speech");
    else if ("activityStart" in others) {
      pieces.length = 0;
      this.#interrupt(socket);
    } else if ("activityEnd" in others) void this.#answerAloud(socket, Buffer.concat(pieces));
    else if (audio?.mimeType !== "audio/pcm;rate=16000") socket.close(1007, "unknown audio");
    else {
      this.onSpeech(audio.data);
      pieces.push(Buffer.from(audio.data, "base64"));
    }
  }

  async #answerAloud(socket: WebSocket, speech: Buffer): Promise<void> {
    const question = this.hear(speech).trim();
    for (const text of question.match(/.{1,12}/gsu) ?? [])
      send(socket, { serverContent: { inputTranscription: { text } } });
    await this.#sayAnswer(socket, { question, notes: [], prompt: "" });
  }

  async #sayAnswer(socket: WebSocket, asked: Pick<Asked, "question" | "notes" | "prompt">): Promise<void> {
    const call = (name: string, args: object) => this.#call(socket, name, args);
    const answer = await this.model({ ...asked, call, socket });
    // In pieces, as the provider does.
    const pieces = answer.match(/.{1,12}/gsu) ?? [];
    // The provider's transcription keeps no order with its other messages.
    const late = this.transcribesLate ? (pieces.pop() ?? "") : "";
    for (const text of pieces) this.#say(socket, text);
    send(socket, { serverContent: { generationComplete: true } });
    if (this.#dialect === "current" && late === "")
      send(socket, { serverContent: { outputTranscription: { finished: true } } });
    if (this.waitsForPlayback) this.#unended.add(socket);
    else send(socket, { serverContent: { turnComplete: true } });
    if (late !== "") setTimeout(() => this.#say(socket, late), 100);
  }

  /** A question that arrives during playback ends the turn. */
  #interrupt(socket: WebSocket): void {
    if (!this.#unended.has(socket)) return;
    send(socket, { serverContent: { interrupted: true } });
    this.#endTurn(socket);
  }

  #endTurn(socket: WebSocket): void {
    this.#unended.delete(socket);
    send(socket, { serverContent: { turnComplete: true } });
  }

  #say(socket: WebSocket, text: string): void {
    const inlineData = { mimeType: "audio/pcm;rate=24000", data: this.speak(text).toString("base64") };
    const isCurrent = this.#dialect === "current";
    send(socket, { serverContent: { modelTurn: { parts: [isCurrent ? { inlineData } : { text }] } } });
    if (isCurrent) send(socket, { serverContent: { outputTranscription: { text } } });
  }

  async #call(socket: WebSocket, name: string, args: object): Promise<Record<string, unknown>> {
    this.#calls += 1;
    const id = `call-${this.#calls}`;
    const answer = new Promise<Record<string, unknown>>((resolve) => this.#pending.set(id, resolve));
    send(socket, { toolCall: { functionCalls: [{ id, name, args }] } });
    return answer;
  }

  #takeToolAnswers({ functionResponses }: Record<string, unknown>): void {
    for (const { id, response } of functionResponses as { id: string; response: Record<string, unknown> }[])
      this.#pending.get(id)?.(response);
  }
}

const setupFields: Readonly<Record<AiDialect, readonly string[]>> = {
  current: [
    "model",
    "generationConfig",
    "systemInstruction",
    "tools",
    "inputAudioTranscription",
    "outputAudioTranscription",
    "sessionResumption",
    "realtimeInputConfig",
  ],
  specification: ["model", "stream", "generationConfig"],
};

/** As binary: the provider's messages are blobs. */
function send(socket: WebSocket, message: object): void {
  if (socket.readyState === socket.OPEN) socket.send(Buffer.from(JSON.stringify(message)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
