import { Worker } from "node:worker_threads";

/** A task on a separate thread that answers once. Disposing of it terminates a thread that is still running. */
export class ThreadAnswer<Answer> implements AsyncDisposable {
  /** Rejects with the thread's exception. */
  readonly answer: Promise<Answer>;
  readonly #thread: Worker;

  /** @param url of a module that posts its single answer to its parent */
  constructor(url: URL, workerData: unknown) {
    this.#thread = new Worker(url, { workerData });
    this.answer = new Promise((resolve, reject) => {
      this.#thread.once("message", resolve);
      this.#thread.once("error", reject);
      this.#thread.once("exit", () => reject(new Error(`the thread ${url.pathname} ended without an answer`)));
    });
    // A failure surfaces when the promise is awaited.
    this.answer.catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate();
  }
}
