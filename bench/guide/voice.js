// Spoken questions: what our relay adds to each message of speech while many visitors speak with the guide, beside the
// same messages sent to the service directly; and the memory of a conversation in which a question is being spoken.
// Each visitor asks for a third of their time, and hears and thinks for the rest.
//
// Targets: 5 ms (p95) for a message, 2 MB for a conversation. Quality is printed with the time: questions that arrived
// byte for byte, and answers that were heard.
//
// Usage: node bench/guide [-- --conversations=200 --speech=4]
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { speechRules } from "@blueprint/contract/conversations";
import { defaultPriceBook } from "@blueprint/contract/price-book";
import { WebSocket } from "ws";
import { AiService, quoteAloud } from "../../apps/server/src/features/conversations/testing/ai-service.ts";
import { startProduct } from "../load/product.js";
import { openVisit, toShares } from "./conversations.js";
import { options } from "./options.js";
import { makeVenue } from "./passages.js";
import { publishVenue } from "./venue.js";

const messageMsMax = 5;
const megabytesMax = 2;
const chunkMs = 40;
/** A visitor's turn, its answer and a pause, in lengths of the question. */
const lengthsBetween = 3;
const chunkBytes = (chunkMs * speechRules.questionHz * speechRules.bytesPerSample) / 1_000;
const { conversations: conversationCount, speech: speechSeconds } = options;
const { passages, questions } = makeVenue(300, 100);
const asked = questions.filter(({ form }) => form === "as written");

const ai = await AiService.start();
ai.model = quoteAloud;
ai.speak = (text) => Buffer.alloc(text.length * 1_600);
const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-voice-"));
const product = await startProduct({
  ...{ AI_KEY: ai.settings.key, AI_URL: ai.settings.url },
  PRICE_BOOK: writePriceBook(join(dir, "price-book.json")),
});
const sockets = [];
try {
  const slug = await publishVenue(product, passages);
  // A question is recognized by its number, in all of its pieces.
  ai.hear = (speech) => {
    const number = speech.readUInt32LE(0);
    const pieces = Array.from({ length: speech.length / chunkBytes }, (_, at) => speech.readUInt32LE(at * chunkBytes));
    const isWhole = pieces.length === (speechSeconds * 1_000) / chunkMs && pieces.every((piece) => piece === number);
    return isWhole ? asked[number % asked.length].question : "";
  };
  const visits = await Promise.all(
    Array.from({ length: conversationCount }, async (_, index) => {
      const visit = await openVisit(product, slug, index);
      sockets.push(visit.socket);
      return visit;
    }),
  );
  const { heldBytes: before } = product.memory();
  const relayed = await speakAtOnce(
    visits.map(({ socket }) => ({ socket, toMessage: toBrowserMessage, end: endBrowser })),
  );
  const perConversation = (relayed.heldBytes - before) / 1024 ** 2 / conversationCount;
  const answers = await Promise.all(relayed.answers);
  const whole = answers.filter(({ guide, number }) => guide.sources?.[0]?.id === asked[number % asked.length].expected);
  const heard = answers.filter(({ soundBytes }) => soundBytes > 0);
  const direct = await speakAtOnce(await openDirectly(), { answers: false });
  print("through the relay", relayed.times);
  print("directly", direct.times);
  const first = toShares(relayed.firstTimes);
  console.log(
    `first words            p50 ${first.p50.toFixed(1)} ms, p95 ${first.p95.toFixed(1)} ms: rights and minutes are read, and a connection to the service is opened`,
  );
  console.log(
    `quality  ${whole.length} of ${conversationCount} questions arrived byte for byte and were answered from the right passage; ${heard.length} answers were heard`,
  );
  const added = toShares(relayed.times).p95 - toShares(direct.times).p95;
  report(
    added <= messageMsMax,
    `${added.toFixed(1)} ms (p95) added to a message of ${chunkMs} ms of speech, ${conversationCount} conversations (at most ${messageMsMax} ms)`,
  );
  report(
    perConversation <= megabytesMax,
    `${perConversation.toFixed(2)} MB for each conversation with ${speechSeconds} s of a question (at most ${megabytesMax} MB)`,
  );
  if (whole.length < conversationCount) process.exitCode = 1;
} finally {
  for (const socket of sockets) socket.terminate();
  await product.dispose();
  await ai[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
}

/** A free team's minutes would be used up. */
function writePriceBook(path) {
  const { plans } = defaultPriceBook;
  const book = { ...defaultPriceBook, plans: { ...plans, free: { ...plans.free, guideMinutesMax: null } } };
  writeFileSync(path, JSON.stringify(book));
  return path;
}

/** Each speaks once, in real time: a third of them at any moment. */
async function speakAtOnce(speakers, { answers = true } = {}) {
  const sentAtMs = new Map();
  const times = [];
  const firstTimes = [];
  ai.onSpeech = (data) => {
    const mark = data.slice(0, 16);
    const at = sentAtMs.get(mark);
    if (at === undefined) return;
    sentAtMs.delete(mark);
    times.push(performance.now() - at);
    if (Buffer.from(mark, "base64").readUInt32LE(4) === 0) firstTimes.push(times.at(-1));
  };
  const waiting = answers ? speakers.map(({ socket }, number) => readAnswer(socket, number)) : [];
  const chunkCount = (speechSeconds * 1_000) / chunkMs;
  const beganMs = performance.now();
  let heldBytes = 0;
  const watching = setInterval(() => {
    heldBytes = Math.max(heldBytes, product.memory().heldBytes);
  }, 250);
  await Promise.all(
    speakers.map(async ({ socket, toMessage, end }, number) => {
      const offsetMs = (number * speechSeconds * lengthsBetween * 1_000) / speakers.length;
      for (let index = 0; index < chunkCount; index += 1) {
        await wait(Math.max(0, beganMs + offsetMs + (index + 1) * chunkMs - performance.now()));
        const chunk = Buffer.alloc(chunkBytes);
        chunk.writeUInt32LE(number);
        chunk.writeUInt32LE(index, 4);
        const data = chunk.toString("base64");
        sentAtMs.set(data.slice(0, 16), performance.now());
        socket.send(toMessage(data));
      }
      socket.send(end());
    }),
  );
  clearInterval(watching);
  return { times, firstTimes, heldBytes, answers: waiting };
}

function toBrowserMessage(data) {
  return JSON.stringify({ realtimeInput: { mediaChunks: [{ mimeType: speechRules.questionMimeType, data }] } });
}

function endBrowser() {
  return JSON.stringify({ clientContent: { turns: [], turnComplete: true }, question: randomUUID() });
}

/** The service itself, set up as the relay does. */
async function openDirectly() {
  return Promise.all(
    Array.from({ length: conversationCount }, async () => {
      const socket = new WebSocket(`${ai.settings.url}?key=${ai.settings.key}`);
      sockets.push(socket);
      await once(socket, "open");
      const realtimeInputConfig = { automaticActivityDetection: { disabled: true } };
      socket.send(JSON.stringify({ setup: { model: "models/any", sessionResumption: {}, realtimeInputConfig } }));
      await once(socket, "message");
      socket.send(JSON.stringify({ realtimeInput: { activityStart: {} } }));
      return {
        socket,
        toMessage: (data) =>
          JSON.stringify({ realtimeInput: { audio: { mimeType: speechRules.questionMimeType, data } } }),
        end: () => JSON.stringify({ realtimeInput: { activityEnd: {} } }),
      };
    }),
  );
}

function readAnswer(socket, number) {
  return new Promise((resolve) => {
    let soundBytes = 0;
    socket.on("message", (data) => {
      const { serverContent, guide } = JSON.parse(String(data));
      for (const { inlineData } of serverContent?.modelTurn?.parts ?? []) soundBytes += inlineData?.data.length ?? 0;
      if (guide !== undefined) resolve({ guide, soundBytes, number });
    });
  });
}

function print(label, times) {
  const { p50, p95 } = toShares(times);
  console.log(
    `${label.padEnd(22)} p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms for ${times.length} messages of speech`,
  );
}

function report(isMet, text) {
  console.log(`${isMet ? "met   " : "MISSED"} ${text}`);
  if (!isMet) process.exitCode = 1;
}
