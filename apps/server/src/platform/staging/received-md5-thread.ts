import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import type { Md5Answer, Md5Order } from "./received-md5.ts";

/** Read at once: small enough to stay in the CPU cache. */
const sliceBytes = 256 * 1024;
/** Slices read of one file before the next file's turn. */
const slicesPerTurn = 16;
/** A file that was evicted is read again from the start. */
const filesMax = 10_000;

interface FollowedFile {
  path: string;
  hash: Hash;
  /** Bytes hashed so far. */
  at: number;
  /** Bytes that may be read so far. */
  to: number;
  ask: number | null;
}

const port = parentPort;
if (port === null) throw new Error("This runs as a thread of the server.");
const files = new Map<string, FollowedFile>();
const buffer = Buffer.allocUnsafeSlow(sliceBytes);
let isWorking = false;

port.on("message", (order: Md5Order) => {
  const file = files.get(order.id) ?? start(order);
  if (order.kind === "forget") files.delete(order.id);
  else if (order.kind === "rewind") {
    // A hash cannot be rewound.
    if (file.at > order.to) Object.assign(file, { hash: createHash("md5"), at: 0 });
    file.to = order.to;
  } else {
    file.to = Math.max(file.to, order.to);
    file.ask = order.ask ?? file.ask;
  }
  work();
});

function start({ id, path }: Md5Order): FollowedFile {
  const oldest = files.size < filesMax ? undefined : files.keys().next().value;
  if (oldest !== undefined) files.delete(oldest);
  const file = { path, hash: createHash("md5"), at: 0, to: 0, ask: null };
  files.set(id, file);
  return file;
}

function work(): void {
  if (isWorking) return;
  isWorking = true;
  // New orders arrive between two rounds.
  setImmediate(() => {
    isWorking = false;
    for (const [id, file] of files) advance(id, file);
    for (const { at, to } of files.values()) if (at < to) return work();
  });
}

function advance(id: string, file: FollowedFile): void {
  try {
    if (file.at < file.to) takeTurn(file);
    if (file.at === file.to && file.ask !== null) {
      answer({ ask: file.ask, md5Hash: file.hash.digest("base64") });
      files.delete(id);
    }
  } catch (error) {
    if (file.ask !== null) answer({ ask: file.ask, failure: error instanceof Error ? error.message : String(error) });
    files.delete(id);
  }
}

function takeTurn(file: FollowedFile): void {
  const descriptor = openSync(file.path, "r");
  try {
    for (let slice = 0; slice < slicesPerTurn && file.at < file.to; slice++) {
      const bytesRead = readSync(descriptor, buffer, 0, Math.min(sliceBytes, file.to - file.at), file.at);
      // The file became shorter: the rewind order is on its way.
      if (bytesRead === 0) throw new Error(`Of ${file.to} bytes to hash, ${file.at} are there.`);
      file.hash.update(buffer.subarray(0, bytesRead));
      file.at += bytesRead;
    }
  } finally {
    closeSync(descriptor);
  }
}

function answer(message: Md5Answer): void {
  port?.postMessage(message);
}
