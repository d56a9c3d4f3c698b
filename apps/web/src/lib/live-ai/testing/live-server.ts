import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A live AI service with the provider's protocol: JSON both ways, with its own messages as binary frames. */
export class LiveServer implements AsyncDisposable {
  /** Requested URLs, with their query. */
  readonly requests: URL[] = [];
  readonly received: unknown[] = [];
  readonly #server: WebSocketServer;
  #answerSetup = true;
  readonly #state: { isRefusing: boolean };

  private constructor(server: WebSocketServer, state: { isRefusing: boolean }) {
    this.#server = server;
    this.#state = state;
    server.on("connection", (socket, request) => {
      this.requests.push(new URL(request.url ?? "/", "ws://localhost"));
      socket.on("message", (data) => {
        const message = JSON.parse(String(data)) as Record<string, unknown>;
        this.received.push(message);
        // The provider's service answers a connection's first message like this; nothing else comes before it.
        if ("setup" in message && this.#answerSetup) this.send({ setupComplete: {} }, socket);
      });
    });
  }

  /** Accepts clients with the right key and refuses all others before connecting. Port 0 picks a free port. */
  static async start(port = 0): Promise<LiveServer> {
    const state = { isRefusing: false };
    const server = new WebSocketServer({
      port,
      host: "127.0.0.1",
      verifyClient: ({ req }: { req: IncomingMessage }) =>
        !state.isRefusing && new URL(req.url ?? "/", "ws://localhost").searchParams.get("key") === "right-key",
    });
    await once(server, "listening");
    return new LiveServer(server, state);
  }

  get endpoint(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ws/live`;
  }

  /** Leaves the setup unanswered until the test calls `send`. */
  holdSetup(): void {
    this.#answerSetup = false;
  }

  refuseConnections(isRefusing = true): void {
    this.#state.isRefusing = isRefusing;
  }

  send(message: object, to?: WebSocket): void {
    this.sendText(JSON.stringify(message), to);
  }

  /** Sends a binary frame, which arrives in the page as a blob. */
  sendText(text: string, to?: WebSocket): void {
    for (const socket of to === undefined ? this.#server.clients : [to]) socket.send(Buffer.from(text));
  }

  cutConnections(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
