import { contentHashBlockBytes, emptyContentHash } from "@blueprint/contract/content-hash";
import loadXxhash from "xxhash-wasm";
import { sha256, toHex } from "./sha-256.ts";

/** A point from which a content hash can continue: the end of a full block. */
export interface ContentHashState {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly contentHash: string;
}

export const noBytesHashed: ContentHashState = { sizeBytes: 0, contentHash: emptyContentHash };

export interface HashedBytes {
  /** Hash of everything from the start of the file. */
  readonly contentHash: string;
  readonly state: ContentHashState;
}

/** Sixteen blocks: small enough to hold in memory, and hashed in an instant. */
const readBytes = 16 * contentHashBlockBytes;

/**
 * The content hash (`@blueprint/contract/content-hash`) of the content that `from` represents, followed by `bytes`.
 * Rejects when the bytes cannot be read.
 */
export async function hashOn(from: ContentHashState, bytes: Blob | Uint8Array<ArrayBuffer>): Promise<HashedBytes> {
  loading ??= loadXxhash();
  const { h64Raw } = await loading;
  const lengthBytes = bytes instanceof Blob ? bytes.size : bytes.length;
  let chain: Uint8Array = Uint8Array.from(from.contentHash.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  let state = from;
  for (let at = 0; at < lengthBytes; at += readBytes) {
    for (const block of toBlocks(await readPart(bytes, at, Math.min(lengthBytes, at + readBytes)))) {
      chain = sha256(join(chain, toBytes(h64Raw(block))));
      if (block.length < contentHashBlockBytes) continue;
      state = { sizeBytes: state.sizeBytes + block.length, contentHash: toHex(chain) };
    }
  }
  return { contentHash: toHex(chain), state };
}

let loading: ReturnType<typeof loadXxhash> | undefined;

async function readPart(bytes: Blob | Uint8Array<ArrayBuffer>, start: number, end: number) {
  if (bytes instanceof Blob) return new Uint8Array(await bytes.slice(start, end).arrayBuffer());
  // Yield between two parts, so that transfers can proceed.
  await new Promise((resolve) => setTimeout(resolve, 0));
  return bytes.subarray(start, end);
}

function toBlocks(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < part.length; at += contentHashBlockBytes)
    blocks.push(part.subarray(at, at + contentHashBlockBytes));
  return blocks;
}

function toBytes(hash: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, hash);
  return bytes;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
