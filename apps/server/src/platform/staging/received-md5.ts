import { Worker } from "node:worker_threads";

/** Orders to the thread. Those of one file are processed in sequence. */
export interface Md5Order {
  /** `rewind`: bytes after `to` are about to change. `follow`: the bytes up to `to` are there. */
  readonly kind: "rewind" | "follow" | "forget";
  readonly id: string;
  readonly path: string;
  readonly to: number;
  /** Requests the hash of these bytes, under this number. */
  readonly ask?: number;
}

export type Md5Answer = { readonly ask: number } & ({ readonly md5Hash: string } | { readonly failure: string });

/** An idle thread is stopped: it holds some megabytes. Lost hashes are computed again if needed. */
const idleMs = 60_000;

interface Asked {
  readonly resolve: (md5Hash: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The MD5 of staged files (spec §3: `md5Hash`), known as soon as their last byte is. Computing it where the bytes
 * arrive would halve the speed, so a thread reads them behind the writer, while they are still in the page cache. Its
 * state is not persistent: after a restart it reads from the start of the file while the rest arrives.
 */
export class ReceivedMd5 {
  readonly #pathOf: (id: string) => string;
  #thread: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #asks = 0;
  readonly #asked = new Map<number, Asked>();

  constructor(pathOf: (id: string) => string) {
    this.#pathOf = pathOf;
  }

  /** Call it before anything after `to` is truncated or rewritten. */
  rewind(id: string, to: number): void {
    this.#order({ kind: "rewind", id, path: this.#pathOf(id), to });
  }

  /** The bytes up to `to` have been written. */
  follow(id: string, to: number): void {
    this.#order({ kind: "follow", id, path: this.#pathOf(id), to });
  }

  /** MD5 of the first `to` bytes, in base64. @throws Error when they cannot be read */
  digest(id: string, to: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#asks += 1;
      this.#asked.set(this.#asks, { resolve, reject });
      this.#order({ kind: "follow", id, path: this.#pathOf(id), to, ask: this.#asks });
    });
  }

  forget(id: string): void {
    if (this.#thread !== null) this.#order({ kind: "forget", id, path: this.#pathOf(id), to: 0 });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
    this.#refuseAsked(new Error("The server stops."));
  }

  #order(order: Md5Order): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(order);
    this.#waitForIdleness();
  }

  #waitForIdleness(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#asked.size > 0) this.#waitForIdleness();
      else void this.close();
    }, idleMs).unref();
  }

  #start(): Worker {
    const thread = new Worker(new URL("./received-md5-thread.ts", import.meta.url), {
      // Only small objects need heap: reads go through one buffer outside of it.
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
    });
    // The thread keeps no process alive.
    thread.unref();
    thread.on("message", (message: Md5Answer) => {
      const asked = this.#asked.get(message.ask);
      this.#asked.delete(message.ask);
      if ("md5Hash" in message) asked?.resolve(message.md5Hash);
      else asked?.reject(new Error(message.failure));
    });
    const end = (reason: Error) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#refuseAsked(reason);
    };
    thread.on("error", end);
    thread.on("exit", () => end(new Error("The thread that hashes uploads ended.")));
    return thread;
  }

  #refuseAsked(reason: Error): void {
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(reason);
  }
}
