import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Conversation } from "./conversation.ts";
import { LiveClient } from "./live-client.ts";
import { LiveServer } from "./testing/live-server.ts";

async function start() {
  const server = await LiveServer.start();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const conversation = new Conversation({
    createClient: (onContent) => new LiveClient({ apiKey: "right-key", endpoint: server.endpoint, onContent }),
    toPrompt: (question) => `Place: hall. ${question}`,
    reconnectMs: [20, 40, 80],
  });
  onTestFinished(() => conversation.close());
  const asked = () =>
    server.received.flatMap((message) => {
      const { clientContent } = message as { clientContent?: { turns: { parts: { text: string }[] }[] } };
      return clientContent?.turns[0]?.parts[0]?.text ?? [];
    });
  const say = (text: string, turnComplete: boolean) =>
    server.send({ serverContent: { modelTurn: { parts: [{ text }] }, turnComplete } });
  return { server, conversation, asked, say };
}

test("asking connects, sends the question with its context and shows the answer as it arrives", async () => {
  const { conversation, asked, say } = await start();
  conversation.ask("Where?");
  expect(conversation.getExchanges()).toMatchObject([{ question: "Where?", state: "unsent" }]);
  await expect.poll(asked).toEqual(["Place: hall. Where?"]);
  expect(conversation.getExchanges()).toMatchObject([{ state: "sent", answer: "" }]);
  say("Left of ", false);
  await expect.poll(conversation.getExchanges).toMatchObject([{ state: "sent", answer: "Left of " }]);
  say("the stairs.", true);
  await expect.poll(conversation.getExchanges).toMatchObject([{ state: "answered", answer: "Left of the stairs." }]);
});

test("questions asked before the connection is ready are sent in order, each after the previous answer", async () => {
  const { conversation, server, asked, say } = await start();
  server.holdSetup();
  conversation.ask("First?");
  conversation.ask("Second?");
  await expect.poll(() => server.received.length).toBe(1);
  expect(conversation.getExchanges().map(({ state }) => state)).toEqual(["unsent", "unsent"]);
  server.send({ setupResponse: {} });
  await expect.poll(asked).toEqual(["Place: hall. First?"]);
  say("One.", true);
  await expect.poll(asked).toEqual(["Place: hall. First?", "Place: hall. Second?"]);
  say("Two.", true);
  await expect.poll(() => conversation.getExchanges().map(({ answer }) => answer)).toEqual(["One.", "Two."]);
});

test("a lost connection keeps the questions: the open one can be asked again, the next ones are unsent", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { conversation, server, asked, say } = await start();
  conversation.ask("First?");
  conversation.ask("Second?");
  await expect.poll(asked).toHaveLength(1);
  say("Half of ", false);
  await expect.poll(() => conversation.getExchanges()[0]?.answer).toBe("Half of ");
  server.cutConnections();
  await expect.poll(() => conversation.getExchanges().map(({ state }) => state)).toEqual(["unanswered", "unsent"]);
  expect(conversation.client.getState().failure).toBe("WebSocket connection failed");

  conversation.connect();
  await expect.poll(asked).toEqual(["Place: hall. First?", "Place: hall. Second?"]);
  say("Two.", true);
  await expect.poll(() => conversation.getExchanges()[1]?.answer).toBe("Two.");
  conversation.askAgain(1);
  await expect.poll(asked).toHaveLength(3);
  say("One.", true);
  await expect
    .poll(() => conversation.getExchanges())
    .toMatchObject([
      { question: "First?", state: "answered", answer: "One." },
      { question: "Second?", state: "answered", answer: "Two." },
    ]);
});

describe("a spoken question", () => {
  const words = ["Where ", "is the ", "cloak", "room?"];
  async function startSpeaking() {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const started = await start();
    const { server, conversation } = started;
    const played: string[] = [];
    conversation.sound = {
      play: (data) => void played.push(data),
      end: () => void played.push("end"),
      clear: () => void played.push("clear"),
    };
    /** What the server received since the latest setup, as text. */
    const heard = () => {
      const setupAt = server.received.findLastIndex((message) => "setup" in (message as object));
      return server.received
        .slice(setupAt + 1)
        .map((message) => {
          const { realtimeInput, question } = message as {
            realtimeInput?: { mediaChunks: { mimeType: string; data: string }[] };
            question?: string;
          };
          return (
            realtimeInput?.mediaChunks.map(({ data }) => atob(data)).join("") ?? (question === undefined ? "?" : ".")
          );
        })
        .join("");
    };
    const answer = (text: string, guide: object = { state: "unknown", found: [] }) => {
      const inlineData = { mimeType: "audio/pcm;rate=24000", data: btoa(text) };
      server.send({ heard: "Where is the cloakroom?" });
      server.send({ serverContent: { modelTurn: { parts: [{ text }] } } });
      server.send({ serverContent: { modelTurn: { parts: [{ inlineData }] } } });
      server.send({ serverContent: { turnComplete: true }, guide });
    };
    const speak = (some: readonly string[]) => {
      for (const word of some) conversation.speak(btoa(word));
    };
    return { ...started, played, heard, answer, speak };
  }

  test("is led by what a service has to know that doesn't find it by itself, again after a lost connection", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const server = await LiveServer.start();
    onTestFinished(() => server[Symbol.asyncDispose]());
    const conversation = new Conversation({
      createClient: (onContent) => new LiveClient({ apiKey: "right-key", endpoint: server.endpoint, onContent }),
      toSpokenLead: () => "Notes of the hall",
      reconnectMs: [20],
    });
    onTestFinished(() => conversation.close());
    const lead = { turns: [{ role: "user", parts: [{ text: "Notes of the hall" }] }], turnComplete: false };
    const chunk = (word: string) => ({
      realtimeInput: { mediaChunks: [{ mimeType: "audio/pcm;rate=16000", data: btoa(word) }] },
    });
    conversation.beginSpeech();
    for (const word of ["Where?", "Here?"]) conversation.speak(btoa(word));
    await expect
      .poll(() => server.received.slice(1))
      .toEqual([{ clientContent: lead }, chunk("Where?"), chunk("Here?")]);
    server.cutConnections();
    conversation.endSpeech();
    await expect
      .poll(() => server.received.slice(5))
      .toEqual([
        { clientContent: lead },
        chunk("Where?"),
        chunk("Here?"),
        { clientContent: { turns: [], turnComplete: true } },
      ]);
  });

  test("is sent as it is spoken, and its answer is heard", async () => {
    const { conversation, speak, heard, answer, played } = await startSpeaking();
    conversation.beginSpeech();
    speak(words.slice(0, 2));
    await expect.poll(heard).toBe("Where is the ");
    speak(words.slice(2));
    conversation.endSpeech();
    await expect.poll(heard).toBe("Where is the cloakroom?.");
    expect(conversation.getExchanges()).toMatchObject([{ isSpoken: true, state: "sent", question: "" }]);
    answer("Left.", { state: "answered", sources: [] });
    await expect
      .poll(conversation.getExchanges)
      .toMatchObject([{ state: "answered", question: "Where is the cloakroom?", answer: "Left." }]);
    expect(played).toEqual(["clear", btoa("Left."), "end"]);
  });

  test("is sent again as a whole, by itself, when a connection is lost while it is spoken or answered", async () => {
    const { server, conversation, speak, heard, answer, played } = await startSpeaking();
    conversation.beginSpeech();
    speak(words.slice(0, 2));
    await expect.poll(heard).toBe("Where is the ");
    server.cutConnections();
    speak(words.slice(2));
    await expect.poll(heard).toBe("Where is the cloakroom?");
    conversation.endSpeech();
    await expect.poll(heard).toBe("Where is the cloakroom?.");
    const inlineData = { mimeType: "audio/pcm;rate=24000", data: btoa("Half") };
    server.send({ serverContent: { modelTurn: { parts: [{ text: "Half" }, { inlineData }] } } });
    await expect.poll(() => played).toContain(btoa("Half"));
    const [before] = server.received.filter((message) => "question" in (message as object));
    server.cutConnections();
    await expect.poll(() => server.received.filter((message) => "question" in (message as object)).length).toBe(2);
    expect(played.at(-1)).toBe("clear");
    expect(server.received.at(-1)).toEqual(before);
    answer("Left.");
    await expect.poll(conversation.getExchanges).toMatchObject([{ state: "answered", answer: "Left." }]);
  });

  test("waits, and is sent by hand, when the connection can't be replaced", async () => {
    const { server, conversation, speak, heard } = await startSpeaking();
    conversation.beginSpeech();
    speak(words);
    await expect.poll(heard).toBe("Where is the cloakroom?");
    server.refuseConnections();
    server.cutConnections();
    conversation.endSpeech();
    await expect.poll(() => conversation.isReconnecting).toBe(false);
    await expect.poll(() => conversation.client.getState().failure).not.toBeNull();
    expect(conversation.getExchanges()).toMatchObject([{ state: "unsent" }]);
    server.refuseConnections(false);
    conversation.connect();
    await expect.poll(heard).toBe("Where is the cloakroom?.");
  });

  test("that begins before an answer ends it, and earlier sound is not heard any more", async () => {
    const { conversation, speak, heard, answer, played, server } = await startSpeaking();
    conversation.beginSpeech();
    speak(words);
    conversation.endSpeech();
    await expect.poll(heard).toBe("Where is the cloakroom?.");
    conversation.beginSpeech();
    speak(["No: ", "when?"]);
    conversation.endSpeech();
    await expect.poll(heard).toBe("Where is the cloakroom?.No: when?.");
    answer("Left.");
    server.send({ serverContent: { turnComplete: true }, guide: { state: "unknown", found: [] } });
    await expect.poll(() => conversation.getExchanges().map(({ state }) => state)).toEqual(["answered", "answered"]);
    expect(played).not.toContain(btoa("Left."));
  });

  test("has an answer that can be silenced while it arrives, and is read to its end", async () => {
    const { conversation, speak, heard, answer, played, server } = await startSpeaking();
    conversation.beginSpeech();
    speak(words);
    conversation.endSpeech();
    await expect.poll(heard).toBe("Where is the cloakroom?.");
    const inlineData = { mimeType: "audio/pcm;rate=24000", data: btoa("First") };
    server.send({ serverContent: { modelTurn: { parts: [{ text: "First, " }, { inlineData }] } } });
    await expect.poll(() => played.at(-1)).toBe(btoa("First"));
    conversation.silence();
    answer("left.", { state: "answered", sources: [] });
    await expect.poll(conversation.getExchanges).toMatchObject([{ state: "answered", answer: "First, left." }]);
    expect(played.at(-1)).toBe("clear");
    conversation.beginSpeech();
    speak(words);
    conversation.endSpeech();
    await expect.poll(heard).toBe("Where is the cloakroom?.Where is the cloakroom?.");
    answer("Right.", { state: "answered", sources: [] });
    await expect.poll(() => played.at(-1)).toBe("end");
    expect(played).toContain(btoa("Right."));
  });

  test("waits for the answer to an earlier one that was lost and sent again", async () => {
    const { server, conversation, speak, heard, answer } = await startSpeaking();
    conversation.beginSpeech();
    speak(["First."]);
    conversation.endSpeech();
    await expect.poll(heard).toBe("First..");
    server.refuseConnections();
    server.cutConnections();
    await expect.poll(() => conversation.getExchanges()[0]?.state).toBe("unsent");
    conversation.beginSpeech();
    speak(["Second."]);
    conversation.endSpeech();
    server.refuseConnections(false);
    conversation.connect();
    await expect.poll(() => server.received.filter((message) => "setup" in (message as object)).length).toBe(2);
    await expect.poll(heard).toBe("First..");
    answer("One.");
    await expect.poll(heard).toBe("First..Second..");
  });

  test("that the service gave no answer to can be sent again", async () => {
    const { conversation, speak, heard, answer } = await startSpeaking();
    conversation.beginSpeech();
    speak(words);
    conversation.endSpeech();
    await expect.poll(heard).toBe("Where is the cloakroom?.");
    answer("", { state: "unavailable", found: [] });
    await expect.poll(() => conversation.getExchanges()[0]?.state).toBe("answered");
    expect(conversation.canAskAgain(conversation.getExchanges()[0]!)).toBe(true);
    conversation.askAgain(1);
    await expect.poll(heard).toBe("Where is the cloakroom?.Where is the cloakroom?.");
    expect(conversation.getExchanges()[0]).not.toHaveProperty("guide");
    answer("Left.", { state: "answered", sources: [] });
    await expect.poll(() => conversation.getExchanges()[0]?.answer).toBe("Left.");
    expect(conversation.canAskAgain(conversation.getExchanges()[0]!)).toBe(false);
  });

  test("ends after half a minute, and says so", async () => {
    const { conversation } = await startSpeaking();
    conversation.beginSpeech();
    const second = btoa("x".repeat(32_000));
    const taken = Array.from({ length: 31 }, () => conversation.speak(second));
    expect(taken.filter(Boolean)).toHaveLength(29);
    expect(conversation.getExchanges()).toMatchObject([{ isCut: true, state: "unsent" }]);
  });
});
