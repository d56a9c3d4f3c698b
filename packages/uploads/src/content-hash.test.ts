import { contentHashBlockBytes } from "@blueprint/contract/content-hash";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hashOn, noBytesHashed } from "./content-hash.ts";

const KiB = 1024;
const bytes = Uint8Array.from({ length: 1300 * KiB }, (_, index) => (index * 7919) >>> 3);
const { subtle } = crypto;

/** As the contract describes it. */
async function describedHash(content: Uint8Array<ArrayBuffer>): Promise<string> {
  let chain = new Uint8Array(32);
  for (let at = 0; at < content.length; at += contentHashBlockBytes) {
    const block = await subtle.digest("SHA-256", content.slice(at, at + contentHashBlockBytes));
    chain = new Uint8Array(await subtle.digest("SHA-256", new Uint8Array([...chain, ...new Uint8Array(block)])));
  }
  return Array.from(chain, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

afterEach(() => vi.unstubAllGlobals());

describe("the content hash of a file", () => {
  it.each([0, 1, 256 * KiB, 256 * KiB + 1, 1300 * KiB])("is as described for %d bytes", async (sizeBytes) => {
    const content = bytes.subarray(0, sizeBytes);
    expect((await hashOn(noBytesHashed, content)).contentHash).toBe(await describedHash(content));
    expect((await hashOn(noBytesHashed, new Blob([content]))).contentHash).toBe(await describedHash(content));
  });

  it("is the same where the platform has no digest, as on http", async () => {
    vi.stubGlobal("crypto", {});
    expect((await hashOn(noBytesHashed, bytes)).contentHash).toBe(await describedHash(bytes));
  });

  it("goes on behind any whole block", async () => {
    const { state } = await hashOn(noBytesHashed, bytes.subarray(0, 700 * KiB));
    expect(state).toEqual({ sizeBytes: 512 * KiB, contentHash: await describedHash(bytes.subarray(0, 512 * KiB)) });
    expect((await hashOn(state, bytes.subarray(512 * KiB))).contentHash).toBe(await describedHash(bytes));
  });
});
