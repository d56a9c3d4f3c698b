import { Worker } from "node:worker_threads";

/** A piece of work in a thread of its own, which answers once. Ended where it is still at it when disposed of. */
export class ThreadAnswer<Answer> implements AsyncDisposable {
  /** Rejects with what the thread threw. */
  readonly answer: Promise<Answer>;
  readonly #thread: Worker;

  /** @param url of a module that posts its one answer to its parent */
  constructor(url: URL, workerData: unknown) {
    this.#thread = new Worker(url, { workerData });
    this.answer = new Promise((resolve, reject) => {
      this.#thread.once("message", resolve);
      this.#thread.once("error", reject);
      this.#thread.once("exit", () => reject(new Error(`the thread ${url.pathname} ended without an answer`)));
    });
    // Whoever waits for it hears of a failure.
    this.answer.catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate();
  }
}
