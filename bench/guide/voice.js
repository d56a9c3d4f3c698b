// Spoken questions: what our relay adds to each message of speech while many visitors speak with the guide, beside the
// same conversations with the service itself, where the visitor's side answers the model's searches at once; and the
// memory of a conversation in which a question is being spoken. Each visitor asks three questions, for a third of their
// time, and hears and thinks for the rest. The service runs in a thread of its own in both cases.
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
import { startProduct } from "../load/product.js";
import { openVisit, toShares } from "./conversations.js";
import { startListeningService, writePiece } from "./listening-service.js";
import { options } from "./options.js";
import { makeVenue } from "./passages.js";
import { publishVenue } from "./venue.js";

const messageMsMax = 5;
const megabytesMax = 2;
const chunkMs = 40;
/** A visitor's turn, its answer and a pause, in lengths of the question. */
const lengthsBetween = 3;
const roundCount = 3;
const chunkBytes = (chunkMs * speechRules.questionHz * speechRules.bytesPerSample) / 1_000;
const { conversations: conversationCount, speech: speechSeconds } = options;
const questionCount = conversationCount * roundCount;
const { passages, questions } = makeVenue(300, 100);
const asked = questions.filter(({ form }) => form === "as written");

const chunkCount = (speechSeconds * 1_000) / chunkMs;
const ai = await startListeningService({
  questions: asked.map(({ question }) => question),
  ...{ pieceBytes: chunkBytes, pieceCount: chunkCount },
});
const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-voice-"));
const product = await startProduct({
  ...{ AI_KEY: ai.settings.key, AI_URL: ai.settings.url },
  PRICE_BOOK: writePriceBook(join(dir, "price-book.json")),
});
const sockets = [];
try {
  const slug = await publishVenue(product, passages);
  const visits = await Promise.all(
    Array.from({ length: conversationCount }, async (_, index) => {
      const visit = await openVisit(product, slug, index);
      sockets.push(visit.socket);
      return visit;
    }),
  );
  const { heldBytes: before } = product.memory();
  const directVisits = await openDirectly();
  const relayed = { times: [], firstTimes: [], answers: [], heldBytes: 0 };
  const direct = { times: [], firstTimes: [], answers: [], heldBytes: 0 };
  // In turns, so that what else the machine does meets both.
  for (let round = 0; round < roundCount; round += 1) {
    add(relayed, await speakAtOnce(visits.map(({ socket }, number) => speakThroughRelay(socket, number))));
    add(direct, await speakAtOnce(directVisits.map(speakDirectly)));
  }
  const perConversation = (relayed.heldBytes - before) / 1024 ** 2 / conversationCount;
  const whole = relayed.answers.filter(
    ({ guide, number }) => guide.sources?.[0]?.id === asked[number % asked.length].expected,
  );
  const heard = relayed.answers.filter(({ soundBytes }) => soundBytes > 0);
  const directlyHeard = direct.answers.filter(({ soundBytes }) => soundBytes > 0);
  print("through the relay", relayed.times);
  print("directly", direct.times);
  const first = toShares(relayed.firstTimes);
  console.log(
    `first words            p50 ${first.p50.toFixed(1)} ms, p95 ${first.p95.toFixed(1)} ms: rights and minutes are read, and a connection to the service is opened`,
  );
  console.log(
    `quality  ${whole.length} of ${questionCount} questions arrived byte for byte and were answered from the right passage; ${heard.length} answers were heard, ${directlyHeard.length} directly`,
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
  if (Math.min(whole.length, heard.length, directlyHeard.length) < questionCount) process.exitCode = 1;
} finally {
  for (const socket of sockets) socket.terminate();
  await product.dispose();
  await ai.dispose();
  rmSync(dir, { recursive: true });
}

/** A free team's minutes would be used up. */
function writePriceBook(path) {
  const { plans } = defaultPriceBook;
  const book = { ...defaultPriceBook, plans: { ...plans, free: { ...plans.free, guideMinutesMax: null } } };
  writeFileSync(path, JSON.stringify(book));
  return path;
}

function add(sum, { times, firstTimes, answers, heldBytes }) {
  sum.times.push(...times);
  sum.firstTimes.push(...firstTimes);
  sum.answers.push(...answers);
  sum.heldBytes = Math.max(sum.heldBytes, heldBytes);
}

/** Each speaks once, in real time: a third of them at any moment. */
async function speakAtOnce(speakers) {
  const beganMs = performance.now();
  let heldBytes = 0;
  const watching = setInterval(() => {
    heldBytes = Math.max(heldBytes, product.memory().heldBytes);
  }, 250);
  await Promise.all(
    speakers.map(async ({ socket, toMessage, end }, number) => {
      const offsetMs = (number * speechSeconds * lengthsBetween * 1_000) / speakers.length + toPhase(number) * chunkMs;
      for (let index = 0; index < chunkCount; index += 1) {
        await wait(Math.max(0, beganMs + offsetMs + (index + 1) * chunkMs - performance.now()));
        socket.send(toMessage(writePiece(chunkBytes, { number, index })));
      }
      socket.send(end());
    }),
  );
  clearInterval(watching);
  const answers = await Promise.all(speakers.map(({ answer }) => answer));
  const pieces = await ai.takeTimes();
  return {
    times: pieces.map(({ ms }) => ms),
    firstTimes: pieces.filter(({ index }) => index === 0).map(({ ms }) => ms),
    ...{ heldBytes, answers },
  };
}

/** From 0 to 1: microphones of different visitors don't send at the same instant. Spread evenly by the golden ratio. */
function toPhase(number) {
  return (number * 0.618_034) % 1;
}

function speakThroughRelay(socket, number) {
  return {
    socket,
    answer: readAnswer(socket, number),
    toMessage: (data) =>
      JSON.stringify({ realtimeInput: { mediaChunks: [{ mimeType: speechRules.questionMimeType, data }] } }),
    end: () => JSON.stringify({ clientContent: { turns: [], turnComplete: true }, question: randomUUID() }),
  };
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
      return socket;
    }),
  );
}

/** The model's searches are answered with the right passage. */
function speakDirectly(socket, number) {
  socket.send(JSON.stringify({ realtimeInput: { activityStart: {} } }));
  return {
    socket,
    answer: readDirectAnswer(socket, number),
    toMessage: (data) => JSON.stringify({ realtimeInput: { audio: { mimeType: speechRules.questionMimeType, data } } }),
    end: () => JSON.stringify({ realtimeInput: { activityEnd: {} } }),
  };
}

function readAnswer(socket, number) {
  return new Promise((resolve) => {
    let soundBytes = 0;
    socket.on("message", function take(data) {
      const { serverContent, guide } = JSON.parse(String(data));
      for (const { inlineData } of serverContent?.modelTurn?.parts ?? []) soundBytes += inlineData?.data.length ?? 0;
      if (guide === undefined) return;
      socket.off("message", take);
      resolve({ guide, soundBytes, number });
    });
  });
}

function readDirectAnswer(socket, number) {
  const { title, text } = passages.find(({ id }) => id === asked[number % asked.length].expected);
  const notes = [JSON.stringify({ number: 1, title, text })];
  return new Promise((resolve) => {
    let soundBytes = 0;
    socket.on("message", function take(data) {
      const { serverContent, toolCall } = JSON.parse(String(data));
      for (const { id, name } of toolCall?.functionCalls ?? [])
        socket.send(JSON.stringify({ toolResponse: { functionResponses: [{ id, name, response: { notes } }] } }));
      for (const { inlineData } of serverContent?.modelTurn?.parts ?? []) soundBytes += inlineData?.data.length ?? 0;
      if (serverContent?.turnComplete !== true) return;
      socket.off("message", take);
      resolve({ soundBytes });
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
