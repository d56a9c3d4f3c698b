import { contentHashBlockBytes, emptyContentHash } from "@blueprint/contract/content-hash";
import { sha256, toHex } from "./sha-256.ts";

/** Where a content hash can be gone on with: behind a whole block. */
export interface ContentHashState {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly contentHash: string;
}

export const noBytesHashed: ContentHashState = { sizeBytes: 0, contentHash: emptyContentHash };

export interface HashedBytes {
  /** Of everything from the file's beginning on. */
  readonly contentHash: string;
  readonly state: ContentHashState;
}

/** Sixteen blocks: enough for all cores, little enough to hold. */
const readBytes = 16 * contentHashBlockBytes;

/**
 * The content hash (`@blueprint/contract/content-hash`) of what `from` stands for and `bytes` behind it.
 * Rejects when the bytes cannot be read.
 */
export async function hashOn(from: ContentHashState, bytes: Blob | Uint8Array<ArrayBuffer>): Promise<HashedBytes> {
  const lengthBytes = bytes instanceof Blob ? bytes.size : bytes.length;
  let chain: Uint8Array = Uint8Array.from(from.contentHash.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  let state = from;
  for (let at = 0; at < lengthBytes; at += readBytes) {
    const blocks = toBlocks(await readPart(bytes, at, Math.min(lengthBytes, at + readBytes)));
    const digests = await Promise.all(blocks.map(digest));
    for (const [index, block] of blocks.entries()) {
      chain = sha256(join(chain, digests[index]!));
      if (block.length < contentHashBlockBytes) continue;
      state = { sizeBytes: state.sizeBytes + block.length, contentHash: toHex(chain) };
    }
  }
  return { contentHash: toHex(chain), state };
}

async function readPart(bytes: Blob | Uint8Array<ArrayBuffer>, start: number, end: number) {
  if (!(bytes instanceof Blob)) return bytes.subarray(start, end);
  return new Uint8Array(await bytes.slice(start, end).arrayBuffer());
}

function toBlocks(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < part.length; at += contentHashBlockBytes)
    blocks.push(part.subarray(at, at + contentHashBlockBytes));
  return blocks;
}

async function digest(block: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (nodeHash !== undefined) {
    // Between two reads the bytes on their way get their turn.
    await new Promise((resolve) => setTimeout(resolve, 0));
    return nodeHash("sha256", block, "buffer");
  }
  // Only on https and localhost, but then with the machine's own instructions and beside the calling thread.
  const subtle = (globalThis.crypto as Partial<Crypto> | undefined)?.subtle;
  return subtle === undefined ? sha256(block) : new Uint8Array(await subtle.digest("SHA-256", block));
}

interface NodeProcess {
  getBuiltinModule?(name: "node:crypto"): {
    hash?(algorithm: "sha256", bytes: Uint8Array, encoding: "buffer"): Uint8Array;
  };
}

/** Node's own digest takes a third less of the processor than the web's, which copies every block first. */
const nodeHash = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.("node:crypto").hash;

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
