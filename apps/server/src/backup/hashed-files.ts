import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface Hashed {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Writes a new file for its own account only, durably, and measures it on the way. */
export async function writeHashed(path: string, source: Readable): Promise<Hashed> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const measure = new Measure();
  await pipeline(
    source,
    (chunks: AsyncIterable<Buffer | string>) => measure.pass(chunks),
    createWriteStream(path, { mode: 0o600, flags: "wx", flush: true }),
  );
  return measure.result();
}

export async function hashFile(path: string): Promise<Hashed> {
  return await hashStream(createReadStream(path));
}

export async function hashStream(source: Readable): Promise<Hashed> {
  const measure = new Measure();
  for await (const _ of measure.pass(source));
  return measure.result();
}

class Measure {
  readonly #hash = createHash("sha256");
  #sizeBytes = 0;

  async *pass(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      this.#hash.update(bytes);
      this.#sizeBytes += bytes.length;
      yield bytes;
    }
  }

  result(): Hashed {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest("hex") };
  }
}

/** Makes the names in a folder and below durable; its files already are. */
export async function syncFolders(dir: string): Promise<void> {
  // Windows cannot open folders; its file system keeps renames in order by itself.
  if (process.platform === "win32") return;
  for (const entry of await readdir(dir, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(dir, entry.name));
  await syncFolder(dir);
}

export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(dir, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Runs the work for every item, a few at a time. Fails with the first failure, after those in progress. */
export async function forEachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  let hasFailed = false;
  const takeTurns = async () => {
    for (const item of left) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, takeTurns));
  const failed = ended.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

const atOnce = 8;
