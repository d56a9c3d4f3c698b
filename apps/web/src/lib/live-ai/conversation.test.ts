import { expect, onTestFinished, test, vi } from "vitest";
import { Conversation } from "./conversation.ts";
import { LiveClient } from "./live-client.ts";
import { LiveServer } from "./testing/live-server.ts";

async function start() {
  const server = await LiveServer.start();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const conversation = new Conversation({
    createClient: (onContent) => new LiveClient({ apiKey: "right-key", endpoint: server.endpoint, onContent }),
    toPrompt: (question) => `Place: hall. ${question}`,
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
