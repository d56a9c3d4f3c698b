// Answers in sentences: what our relay adds to an AI service on this machine, beside the same service asked
// directly with the right passage, which neither searches nor checks; and the memory of open conversations.
//
// Target: 2 MB per conversation. Quality is printed with the time: answers that cite the right passage.
//
// Usage: node bench/guide [-- --conversations=200 --answers=100]
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import { AiService } from "../../apps/server/src/features/conversations/testing/ai-service.ts";
import { startProduct } from "../load/product.js";
import { openVisit, toShares } from "./conversations.js";
import { options } from "./options.js";
import { makeVenue } from "./passages.js";
import { publishVenue } from "./venue.js";

const megabytesMax = 2;
const { conversations: conversationCount, answers: answerCount } = options;
const { passages, questions } = makeVenue(300, answerCount);
const asked = questions.filter(({ form }) => form === "as written").slice(0, answerCount);

const ai = await AiService.start();
const product = await startProduct({ AI_KEY: ai.settings.key, AI_URL: ai.settings.url });
const sockets = [];
try {
  const slug = await publishVenue(product, passages);
  const relayed = await measureRelay(slug);
  const direct = await measureDirect();
  print("through the relay", relayed);
  print("directly", direct);
  console.log(
    `added  p50 ${(relayed.p50 - direct.p50).toFixed(1)} ms, p95 ${(relayed.p95 - direct.p95).toFixed(1)} ms: search, prompt, two hops, check`,
  );
  console.log(`ratio  ${(relayed.p95 / direct.p95).toFixed(2)} of the p95 of the service asked directly`);
  const perConversation = await measureMemory(slug);
  const isMet = perConversation <= megabytesMax;
  console.log(
    `${isMet ? "met   " : "MISSED"} ${perConversation.toFixed(2)} MB for each of ${conversationCount} conversations that were answered once (at most ${megabytesMax} MB)`,
  );
  if (!isMet) process.exitCode = 1;
} finally {
  for (const socket of sockets) socket.terminate();
  await product.dispose();
  await ai[Symbol.asyncDispose]();
}

async function openAsker(slug, index) {
  const { socket, send } = await openVisit(product, slug, index);
  sockets.push(socket);
  return (question) =>
    send({ clientContent: { turns: [{ role: "user", parts: [{ text: question }] }], turnComplete: true } });
}

async function measureRelay(slug) {
  const times = [];
  let right = 0;
  let ask;
  for (const [index, { question, expected }] of asked.entries()) {
    // A conversation may ask twelve questions a minute. The first opens the connection to the service.
    if (index % 10 === 0) {
      ask = await openAsker(slug, index);
      await ask(passages[0].title);
    }
    const begunMs = performance.now();
    const { guide } = await ask(question);
    times.push(performance.now() - begunMs);
    if (guide.state === "answered" && guide.sources[0]?.id === expected) right += 1;
  }
  return { ...toShares(times), quality: `${right} of ${asked.length} answers cite the right passage first` };
}

/** The passage is in the prompt already, because the service itself can't search. */
async function measureDirect() {
  const socket = new WebSocket(`${ai.settings.url}?key=${ai.settings.key}`);
  sockets.push(socket);
  await once(socket, "open");
  socket.send(JSON.stringify({ setup: { model: "models/any", generationConfig: {}, sessionResumption: {} } }));
  await once(socket, "message");
  const times = [];
  let right = 0;
  for (const { question, expected } of asked) {
    const { title, text } = passages.find(({ id }) => id === expected);
    const prompt = [JSON.stringify({ number: 1, title, text }), `Question: ${JSON.stringify(question)}`].join("\n");
    const begunMs = performance.now();
    let answer = "";
    const answered = new Promise((resolve) => {
      socket.on("message", function take(data) {
        const { serverContent } = JSON.parse(String(data));
        answer += serverContent?.outputTranscription?.text ?? "";
        if (serverContent?.turnComplete !== true) return;
        socket.off("message", take);
        resolve();
      });
    });
    socket.send(JSON.stringify({ realtimeInput: { text: prompt } }));
    await answered;
    times.push(performance.now() - begunMs);
    if (answer.includes(text.slice(0, 20))) right += 1;
  }
  return {
    ...toShares(times),
    quality: `${right} of ${asked.length} answers quote the given passage; nothing is searched or checked`,
  };
}

async function measureMemory(slug) {
  const { heldBytes: before } = product.memory();
  const opened = await Promise.all(
    Array.from({ length: conversationCount }, (_, index) => openAsker(slug, 1_000 + index)),
  );
  for (const [index, ask] of opened.entries()) {
    const { guide } = await ask(asked[index % asked.length].question);
    if (guide.state !== "answered") throw new Error(`A conversation of many was answered with ${guide.state}.`);
  }
  await wait(500);
  return (product.memory().heldBytes - before) / 1024 ** 2 / conversationCount;
}

function print(label, { p50, p95, quality }) {
  console.log(`${label.padEnd(22)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; ${quality}`);
}
