import { contentHashBlockBytes } from "@blueprint/contract/content-hash";
import { describe, expect, it } from "vitest";
import loadXxhash from "xxhash-wasm";
import { hashOn, noBytesHashed } from "./content-hash.ts";

const KiB = 1024;
const bytes = Uint8Array.from({ length: 1300 * KiB }, (_, index) => (index * 7919) >>> 3);
const { subtle } = crypto;
const { h64Raw } = await loadXxhash();

/** Reference implementation, as described by the contract. */
async function describedHash(content: Uint8Array<ArrayBuffer>): Promise<string> {
  let chain = new Uint8Array(32);
  for (let at = 0; at < content.length; at += contentHashBlockBytes) {
    const block = new DataView(new ArrayBuffer(8));
    block.setBigUint64(0, h64Raw(content.subarray(at, at + contentHashBlockBytes)));
    const link = new Uint8Array([...chain, ...new Uint8Array(block.buffer)]);
    chain = new Uint8Array(await subtle.digest("SHA-256", link));
  }
  return Array.from(chain, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

describe("the content hash of a file", () => {
  it.each([0, 1, 256 * KiB, 256 * KiB + 1, 1300 * KiB])("matches the definition for %d bytes", async (sizeBytes) => {
    const content = bytes.subarray(0, sizeBytes);
    expect((await hashOn(noBytesHashed, content)).contentHash).toBe(await describedHash(content));
    expect((await hashOn(noBytesHashed, new Blob([content]))).contentHash).toBe(await describedHash(content));
  });

  // Test vectors from the algorithm's specification: a good start for anyone who writes another client.
  it.each([
    ["", 0xef46db3751d8e999n],
    ["abc", 0x44bc2cf5ad770999n],
  ])("hashes the block %j as XXH64", (text, hash) => {
    expect(h64Raw(new TextEncoder().encode(text))).toBe(hash);
  });

  it("can be continued after any whole block", async () => {
    const { state } = await hashOn(noBytesHashed, bytes.subarray(0, 700 * KiB));
    expect(state).toEqual({ sizeBytes: 512 * KiB, contentHash: await describedHash(bytes.subarray(0, 512 * KiB)) });
    expect((await hashOn(state, bytes.subarray(512 * KiB))).contentHash).toBe(await describedHash(bytes));
  });
});
