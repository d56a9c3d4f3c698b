import {
  GoogleGenAI,
  type LiveClientMessage,
  Modality,
  type LiveServerMessage as OfficialServerMessage,
} from "@google/genai";
import { expect, onTestFinished, test } from "vitest";
import { LiveClient } from "./live-client.ts";
import { readServerMessage, setupMessage, toClientContentMessage, toRealtimeInputMessage } from "./live-messages.ts";
import { LiveServer } from "./testing/live-server.ts";

/** The official types as sent over the wire: enums are strings, and everything is readonly. */
type Wire<Value> = Value extends (infer Item)[]
  ? readonly Wire<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Wire<Value[Key]> }
    : Value extends string
      ? string
      : Value;

test("our messages match the types of the official package", () => {
  // The compiler is the test: a message that doesn't match the provider's types fails the type check.
  const setup: Wire<Pick<LiveClientMessage, "setup">> = setupMessage;
  const content: Wire<Pick<LiveClientMessage, "clientContent">> = toClientContentMessage([{ text: "?" }], true);
  const input: Wire<Pick<LiveClientMessage, "realtimeInput">> = toRealtimeInputMessage([]);
  expect([setup, content, input].map((message) => Object.keys(message))).toEqual([
    ["setup"],
    ["clientContent"],
    ["realtimeInput"],
  ]);
  expect(setupMessage.setup.generationConfig.responseModalities).toEqual([Modality.TEXT, Modality.AUDIO]);
});

test("a message of the official server type is read", () => {
  const message: Pick<OfficialServerMessage, "serverContent"> = {
    serverContent: { modelTurn: { role: "model", parts: [{ text: "Here" }] }, turnComplete: true },
  };
  expect(readServerMessage(JSON.stringify(message))).toEqual([
    { kind: "content", content: { modelTurn: { parts: [{ text: "Here" }] }, turnComplete: true } },
  ]);
});

test("the official client and ours send and receive the same with one server", async () => {
  const server = await LiveServer.start();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const heard: { official: string; ours: string } = { official: "", ours: "" };

  const { origin } = new URL(server.endpoint.replace("ws:", "http:"));
  const official = await new GoogleGenAI({
    apiKey: "right-key",
    httpOptions: { baseUrl: origin, apiVersion: "v1alpha" },
  }).live.connect({
    model: "models/gemini-2.0-flash-exp",
    config: {
      responseModalities: [Modality.TEXT, Modality.AUDIO],
      temperature: 0.3,
      topP: 1,
      topK: 1,
      maxOutputTokens: 1024,
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Charon" } } },
    },
    callbacks: {
      onmessage: (message) => {
        heard.official += message.serverContent?.modelTurn?.parts?.[0]?.text ?? "";
      },
    },
  });
  onTestFinished(() => official.close());
  official.sendClientContent({ turns: [{ role: "user", parts: [{ text: "Where?" }] }], turnComplete: true });
  await expect.poll(() => server.received.length).toBe(2);
  const said = server.received.splice(0);

  const ours = new LiveClient({
    apiKey: "right-key",
    endpoint: server.endpoint,
    onContent: ({ modelTurn }) => {
      heard.ours += modelTurn?.parts?.[0]?.text ?? "";
    },
  });
  onTestFinished(() => ours.disconnect());
  await ours.connect();
  await expect.poll(() => ours.getState().isReady).toBe(true);
  ours.sendContent([{ text: "Where?" }]);
  await expect.poll(() => server.received.length).toBe(2);

  // Our messages contain everything that the official client sends, plus values that it leaves to the provider's
  // defaults.
  expect(server.received[0]).toMatchObject(said[0] as object);
  expect(server.received[1]).toEqual(said[1]);
  expect(server.requests.map((url) => url.searchParams.get("key"))).toEqual(["right-key", "right-key"]);
  server.send({ serverContent: { modelTurn: { parts: [{ text: "Upstairs." }] } } });
  await expect.poll(() => heard).toEqual({ official: "Upstairs.", ours: "Upstairs." });
});
