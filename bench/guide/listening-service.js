// An AI service in a thread of its own, so that what visitors do in the bench doesn't delay its clock. Each piece of
// speech carries its question's number, its place in the question and when it was sent.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { AiService, quoteAloud } from "../../apps/server/src/features/conversations/testing/ai-service.ts";

/** @returns milliseconds of a clock that all threads share */
export function nowMs() {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function writePiece(bytes, { number, index }) {
  const piece = Buffer.alloc(bytes);
  piece.writeUInt32LE(number);
  piece.writeUInt32LE(index, 4);
  piece.writeDoubleLE(nowMs(), 8);
  return piece.toString("base64");
}

/**
 * @param questions texts, of which number n is heard in the pieces of question n
 * @returns `settings` to reach the service; `takeTimes()` gives `{ number, index, ms }` of the pieces that arrived since
 */
export async function startListeningService(options) {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  const ask = () =>
    new Promise((resolve, reject) => {
      worker.once("message", resolve).once("error", reject);
    });
  const settings = await ask();
  return {
    settings,
    takeTimes: () => {
      worker.postMessage("take");
      return ask();
    },
    dispose: () => worker.terminate(),
  };
}

if (!isMainThread && workerData?.pieceBytes !== undefined) {
  const { questions, pieceBytes, pieceCount } = workerData;
  const ai = await AiService.start();
  ai.model = quoteAloud;
  ai.speak = (text) => Buffer.alloc(text.length * 1_600);
  // A question is recognized by its number, in all of its pieces.
  ai.hear = (speech) => {
    const number = speech.readUInt32LE(0);
    const numbers = Array.from({ length: speech.length / pieceBytes }, (_, at) => speech.readUInt32LE(at * pieceBytes));
    const isWhole = numbers.length === pieceCount && numbers.every((other) => other === number);
    return isWhole ? questions[number % questions.length] : "";
  };
  let times = [];
  ai.onSpeech = (data) => {
    const ms = nowMs();
    const mark = Buffer.from(data.slice(0, 24), "base64");
    times.push({ number: mark.readUInt32LE(0), index: mark.readUInt32LE(4), ms: ms - mark.readDoubleLE(8) });
    // Minutes of speech aren't needed once they have been heard.
    ai.received.length = 0;
  };
  parentPort.on("message", () => {
    parentPort.postMessage(times);
    times = [];
  });
  parentPort.postMessage(ai.settings);
}
