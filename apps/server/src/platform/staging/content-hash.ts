import { createHash } from "node:crypto";
import { contentHashBlockBytes, emptyContentHash } from "@blueprint/contract/content-hash";
import loadXxhash, { type XXHash } from "xxhash-wasm";

const xxhash = await loadXxhash();

/** A point where a content hash can be resumed: after a whole block. */
export interface ContentHashState {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly contentHash: string;
}

/** Computes the content hash of bytes as they arrive; see `@blueprint/contract/content-hash`. */
export class ContentHash {
  #chain: Buffer;
  #block: XXHash<bigint> | null = null;
  #blockBytes = 0;
  #sizeBytes: number;

  constructor({ sizeBytes, contentHash }: ContentHashState = { sizeBytes: 0, contentHash: emptyContentHash }) {
    this.#sizeBytes = sizeBytes;
    this.#chain = Buffer.from(contentHash, "hex");
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(bytes.length - at, contentHashBlockBytes - this.#blockBytes);
      this.#block ??= xxhash.create64();
      this.#block.update(bytes.subarray(at, at + taken));
      at += taken;
      this.#blockBytes += taken;
      this.#sizeBytes += taken;
      if (this.#blockBytes < contentHashBlockBytes) break;
      this.#chain = extend(this.#chain, this.#block);
      this.#block = null;
      this.#blockBytes = 0;
    }
  }

  /** Hash of everything so far; more may follow. */
  digest(): string {
    return (this.#block === null ? this.#chain : extend(this.#chain, this.#block)).toString("hex");
  }
}

function extend(chain: Buffer, block: XXHash<bigint>): Buffer {
  const hash = Buffer.allocUnsafe(8);
  hash.writeBigUInt64BE(block.digest());
  return createHash("sha256").update(chain).update(hash).digest();
}
