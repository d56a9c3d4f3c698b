import { Worker } from "node:worker_threads";
import { createPointPacker, type PointPacking } from "./pack-points.ts";
import { startPointPlans, type WrittenPlans } from "./plan-points.ts";
import { threadPointsMin } from "./point-threads.ts";
import { type PointRecordsOrigin, readPointRecords } from "./read-point-records.ts";

/** Number of pieces packed ahead of the current one. */
const piecesAhead = 3;

export interface PointPiecesJob {
  readonly origin: PointRecordsOrigin;
  readonly outputDir: string;
  readonly packing: PointPacking;
  /** Heights of the floors that get a plan, metres. */
  readonly floors: readonly number[];
}

/** Messages of the packing thread: for each request a piece or the end, then, unrequested, the plans. */
export type PointPiecesMessage =
  | { readonly piece: Uint32Array }
  | { readonly isOver: true }
  | { readonly plans: WrittenPlans };

/** Reads the points once: `pieces` packs them, `writePlans` draws the storeys. */
export function readPointPieces({ origin, outputDir, packing, floors }: PointPiecesJob) {
  const plans = startPointPlans(floors, packing.placement.bounds);
  const { pack } = createPointPacker(packing, plans.addPoint);
  return {
    /** The next piece overwrites the current one. */
    pieces: async function* () {
      for await (const records of readPointRecords(origin)) yield pack(records);
    },
    writePlans: () => plans.write(outputDir),
  };
}

/** The points of a cloud as packed pieces, and its plans; large clouds use a separate thread. */
export class PointPieces implements AsyncDisposable {
  readonly #thread: Worker | undefined;
  readonly #here: ReturnType<typeof readPointPieces> | undefined;
  readonly #arrived: Uint32Array[] = [];
  #isOver = false;
  #plans: WrittenPlans | undefined;
  #error: unknown;
  #wake = () => {};

  constructor(job: PointPiecesJob, pointCount: number) {
    if (pointCount < threadPointsMin) {
      this.#here = readPointPieces(job);
      return;
    }
    this.#thread = new Worker(new URL("./point-pieces-thread.ts", import.meta.url), { workerData: job });
    this.#thread.on("message", (message: PointPiecesMessage) => {
      if ("piece" in message) this.#arrived.push(message.piece);
      else if ("plans" in message) this.#plans = message.plans;
      else this.#isOver = true;
      this.#wake();
    });
    this.#thread.on("error", (error) => this.#fail(error));
    this.#thread.on("exit", () => this.#fail(new Error("the thread that packs points ended")));
    for (let piece = 0; piece < piecesAhead; piece++) this.#thread.postMessage("next");
  }

  /** All points, once. The next piece overwrites the current one. */
  async *pieces(): AsyncGenerator<Uint32Array> {
    if (this.#here) {
      yield* this.#here.pieces();
      return;
    }
    for (;;) {
      await this.#waitFor(() => this.#arrived.length > 0 || this.#isOver);
      const piece = this.#arrived.shift();
      if (!piece) return;
      this.#thread?.postMessage("next");
      yield piece;
    }
  }

  /** Writes the plans; call after the last piece. */
  async writePlans(): Promise<WrittenPlans> {
    if (this.#here) return await this.#here.writePlans();
    await this.#waitFor(() => this.#plans !== undefined);
    return this.#plans!;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate();
  }

  async #waitFor(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.#error !== undefined) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #fail(error: unknown): void {
    // The first reason counts: an error also ends the thread.
    this.#error ??= error;
    this.#wake();
  }
}
