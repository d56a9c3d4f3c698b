import { expect, it } from "vitest";
import { sha256, toHex } from "./sha-256.ts";

const sizes = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000, 192 * 1024 + 7];

it.each(sizes)("hashes %d bytes like the platform's own digest", async (sizeBytes) => {
  const bytes = Uint8Array.from({ length: sizeBytes }, (_, index) => (index * 7919) >>> 3);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  expect(toHex(sha256(bytes))).toBe(toHex(digest));
});
