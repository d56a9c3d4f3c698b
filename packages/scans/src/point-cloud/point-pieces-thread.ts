import { parentPort, workerData } from "node:worker_threads";
import { type PointPiecesJob, type PointPiecesMessage, readPointPieces } from "./point-pieces.ts";

// A worker thread for converting large clouds: reads and packs points while other threads distribute them, then draws
// the plans. An exception ends the thread and reaches its parent as an error.

const { pieces, writePlans } = readPointPieces(workerData as PointPiecesJob);
const packed = pieces();
let isOver = false;

const post = (message: PointPiecesMessage, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

async function answer(): Promise<void> {
  if (isOver) return;
  const { value, done } = await packed.next();
  if (done) {
    isOver = true;
    post({ isOver });
    post({ plans: await writePlans() });
    return;
  }
  const piece = value.slice();
  post({ piece }, [piece.buffer]);
}

let answering = Promise.resolve();
parentPort?.on("message", () => {
  answering = answering.then(answer);
});
