import { liveAiEndpoint } from "@blueprint/contract/spec-constants";
import { expect, onTestFinished, test, vi } from "vitest";
import { createConfiguredLiveClient, LiveClient, type LiveConnectionState } from "./live-client.ts";
import type { LiveServerContent } from "./live-messages.ts";
import { LiveServer } from "./testing/live-server.ts";

const connectionFailed = "The live AI connection failed.";

/** Captures logged errors, so that they don't fail the test. */
function catchLoggedErrors(): unknown[] {
  const logged: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((text: unknown) => void logged.push(text));
  return logged;
}

async function startServer(): Promise<LiveServer> {
  const server = await LiveServer.start();
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

function createClient(server: LiveServer, apiKey = "right-key") {
  const contents: LiveServerContent[] = [];
  const client = new LiveClient({
    apiKey,
    endpoint: server.endpoint,
    onContent: (content) => contents.push(content),
  });
  onTestFinished(() => client.disconnect());
  const states: LiveConnectionState[] = [];
  client.subscribe(() => {
    const { connection } = client.getState();
    if (states.at(-1) !== connection) states.push(connection);
  });
  return { client, contents, states };
}

async function connectReady(server: LiveServer) {
  const made = createClient(server);
  await made.client.connect();
  await expect.poll(() => made.client.getState().isReady).toBe(true);
  return made;
}

const question = [{ text: "Where is the cloakroom?" }];
const turn = { clientContent: { turns: [{ role: "user", parts: question }], turnComplete: true } };

test("the client exists only when a key is configured", () => {
  expect(createConfiguredLiveClient({ aiKey: undefined, aiEndpoint: undefined }, () => {})).toBeNull();
  expect(createConfiguredLiveClient({ aiKey: "a-key", aiEndpoint: undefined }, () => {})).toBeInstanceOf(LiveClient);
});

test("connects to the provider's BidiGenerateContent address unless another is configured", async () => {
  const asked: string[] = [];
  class RefusingSocket extends EventTarget {
    constructor(url: string | URL) {
      super();
      asked.push(String(url));
      queueMicrotask(() => this.dispatchEvent(new Event("close")));
    }
  }
  const client = new LiveClient({ apiKey: "k&y", WebSocket: RefusingSocket as unknown as typeof WebSocket });
  await expect(client.connect()).rejects.toThrow("WebSocket connection failed");
  expect(asked).toEqual([`${liveAiEndpoint}?key=k%26y`]);
  expect(liveAiEndpoint).toMatch(/^wss:\/\/generativelanguage\.googleapis\.com\/.*BidiGenerateContent$/);
});

test("gets a new key for each connection, if a function gives it; without one, the connection fails", async () => {
  const logged = catchLoggedErrors();
  const server = await startServer();
  const keys: (string | null)[] = ["right-key", "right-key", null];
  const client = new LiveClient({
    apiKey: async () => keys.shift() ?? Promise.reject(new Error("no ticket")),
    endpoint: server.endpoint,
  });
  onTestFinished(() => client.disconnect());
  await client.connect();
  await client.connect();
  expect(keys).toEqual([null]);
  expect(server.requests).toHaveLength(2);
  await expect(client.connect()).rejects.toThrow("WebSocket connection failed");
  expect(client.getState()).toEqual({ connection: "closed", isReady: false, failure: "WebSocket connection failed" });
  expect(logged).toContain(connectionFailed);
});

test("leaving while the key is awaited opens no connection", async () => {
  const server = await startServer();
  const key = Promise.withResolvers<string>();
  const client = new LiveClient({ apiKey: () => key.promise, endpoint: server.endpoint });
  const connected = client.connect();
  expect(client.getState().connection).toBe("connecting");
  client.disconnect();
  expect(client.getState().connection).toBe("closed");
  key.resolve("right-key");
  await expect(connected).rejects.toThrow("WebSocket connection failed");
  expect(server.requests).toEqual([]);
});

test("sends the key as a query parameter, and the exact setup as its first message", async () => {
  const server = await startServer();
  await connectReady(server);
  expect(server.requests.map((url) => url.searchParams.get("key"))).toEqual(["right-key"]);
  expect(server.received).toEqual([
    {
      setup: {
        model: "models/gemini-2.0-flash-exp",
        stream: true,
        generationConfig: {
          responseModalities: ["TEXT", "AUDIO"],
          candidateCount: 1,
          maxOutputTokens: 1024,
          temperature: 0.3,
          topP: 1,
          topK: 1,
          stopSequences: [],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Charon" } } },
        },
      },
    },
  ]);
});

test("is connecting, then open, then closed", async () => {
  const server = await startServer();
  const { client, states } = createClient(server);
  expect(client.getState()).toEqual({ connection: "closed", isReady: false, failure: null });
  const connected = client.connect();
  expect(client.getState().connection).toBe("connecting");
  await connected;
  expect(client.getState().connection).toBe("open");
  client.disconnect();
  expect(client.getState()).toEqual({ connection: "closed", isReady: false, failure: null });
  expect(states).toEqual(["connecting", "open", "closed"]);
});

test("sends turns of the user, complete or not", async () => {
  const server = await startServer();
  const { client } = await connectReady(server);
  expect(client.sendContent([{ text: "Where" }], false)).toBe(true);
  expect(client.sendContent(question)).toBe(true);
  await expect
    .poll(() => server.received.slice(1))
    .toEqual([{ clientContent: { turns: [{ role: "user", parts: [{ text: "Where" }] }], turnComplete: false } }, turn]);
});

test("sends media chunks, as 16 kHz 16-bit PCM unless another type is named", async () => {
  const server = await startServer();
  const { client } = await connectReady(server);
  client.sendMedia("AAEC");
  client.sendMedia("/9j/", "image/jpeg");
  await expect
    .poll(() => server.received.slice(1))
    .toEqual([
      { realtimeInput: { mediaChunks: [{ mimeType: "audio/pcm;rate=16000", data: "AAEC" }] } },
      { realtimeInput: { mediaChunks: [{ mimeType: "image/jpeg", data: "/9j/" }] } },
    ]);
});

test.each([{ setupResponse: {} }, { setupComplete: {} }])("the setup is complete with %j", async (answer) => {
  const server = await startServer();
  server.holdSetup();
  const { client } = createClient(server);
  await client.connect();
  await expect.poll(() => server.received.length).toBe(1);
  expect(client.getState().isReady).toBe(false);
  server.send(answer);
  await expect.poll(() => client.getState().isReady).toBe(true);
});

test("reads the model's messages from blobs of JSON, in order", async () => {
  const server = await startServer();
  const { contents } = await connectReady(server);
  const long = "stairs ".repeat(40_000);
  server.send({ serverContent: { modelTurn: { role: "model", parts: [{ text: long }] } } });
  server.send({
    serverContent: {
      modelTurn: { parts: [{ text: "left" }, { inlineData: { mimeType: "audio/pcm;rate=24000", data: "AAEC" } }] },
    },
  });
  server.send({ usageMetadata: { totalTokenCount: 7 } });
  server.send({ serverContent: { turnComplete: true } });
  await expect
    .poll(() => contents)
    .toEqual([
      { modelTurn: { parts: [{ text: long }] } },
      {
        modelTurn: { parts: [{ text: "left" }, { inlineData: { mimeType: "audio/pcm;rate=24000", data: "AAEC" } }] },
      },
      { turnComplete: true },
    ]);
});

test("a message that is not JSON is logged, and the next ones are read", async () => {
  const logged = catchLoggedErrors();
  const server = await startServer();
  const { contents, client } = await connectReady(server);
  server.sendText("<html>");
  server.send({ serverContent: { modelTurn: { parts: [{ text: "Here" }] } } });
  await expect.poll(() => contents).toEqual([{ modelTurn: { parts: [{ text: "Here" }] } }]);
  expect(client.getState().connection).toBe("open");
  expect(logged).toEqual(["Couldn't read a message from the live AI."]);
});

test("sending before the setup is complete drops the message with a warning", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const server = await startServer();
  server.holdSetup();
  const { client } = createClient(server);
  await client.connect();
  expect(client.sendContent(question)).toBe(false);
  expect(client.sendMedia("AAEC")).toBe(false);
  expect(warn.mock.calls).toEqual([
    ["Cannot send message before setup is complete"],
    ["Cannot send message before setup is complete"],
  ]);
  server.send({ setupComplete: {} });
  await expect.poll(() => client.getState().isReady).toBe(true);
  client.sendContent(question);
  // Dropped messages are not sent later.
  await expect.poll(() => server.received.slice(1)).toEqual([turn]);
});

test("sending while not connected fails: before, while connecting, and after", async () => {
  const server = await startServer();
  const { client } = createClient(server);
  expect(() => client.sendContent(question)).toThrow("WebSocket is not connected");
  const connected = client.connect();
  expect(() => client.sendContent(question)).toThrow("WebSocket is not connected");
  await connected;
  client.disconnect();
  expect(() => client.sendMedia("AAEC")).toThrow("WebSocket is not connected");
  expect(server.received).not.toContainEqual(turn);
});

test("a refused connection fails with the text, and its error is only logged", async () => {
  const logged = catchLoggedErrors();
  const server = await startServer();
  const { client, states } = createClient(server, "wrong-key");
  await expect(client.connect()).rejects.toThrow(/^WebSocket connection failed$/);
  expect(client.getState()).toEqual({
    connection: "closed",
    isReady: false,
    failure: "WebSocket connection failed",
  });
  expect(states).toEqual(["connecting", "closed"]);
  expect(logged).toEqual([connectionFailed]);
  expect(server.received).toEqual([]);
});

test("a disconnect while connecting fails with the text", async () => {
  const server = await startServer();
  const { client } = createClient(server);
  const failure = expect(client.connect()).rejects.toThrow("WebSocket connection failed");
  client.disconnect();
  await failure;
});

test("a lost connection is reported, and a new one starts with the setup again", async () => {
  const logged = catchLoggedErrors();
  const server = await startServer();
  const { client } = await connectReady(server);
  server.cutConnections();
  await expect.poll(() => client.getState().connection).toBe("closed");
  expect(client.getState().failure).toBe("WebSocket connection failed");
  await client.connect();
  await expect.poll(() => client.getState()).toEqual({ connection: "open", isReady: true, failure: null });
  expect(server.received).toHaveLength(2);
  expect(logged.every((text) => text === connectionFailed)).toBe(true);
});

test.each(["", "not an address", "https://[", "ftp://127.0.0.1/live"])(
  "an address that no socket can connect to, %j, fails with the text as well",
  async (endpoint) => {
    const logged = catchLoggedErrors();
    const client = new LiveClient({ apiKey: "key", endpoint });
    await expect(client.connect()).rejects.toThrow(/^WebSocket connection failed$/);
    expect(client.getState()).toEqual({ connection: "closed", isReady: false, failure: "WebSocket connection failed" });
    expect(logged).toHaveLength(1);
  },
);
