import { sha256, toHex } from "./sha-256.ts";
import type { UploadSource } from "./upload-source.ts";

const sampleBytes = 64 * 1024;

/**
 * Identifies whether a newly chosen file is the one of an interrupted upload: SHA-256 over its size and samples of
 * head, middle and tail. Reads at most 192 KiB, whatever the file's size.
 */
export async function fingerprintOf(source: UploadSource): Promise<string> {
  const { sizeBytes } = source;
  const starts = [0, Math.floor(sizeBytes / 2) - sampleBytes / 2, sizeBytes - sampleBytes];
  const parts: Uint8Array[] = [new TextEncoder().encode(`${sizeBytes}\n`)];
  for (const wanted of starts) {
    const start = Math.max(0, wanted);
    const sample = await source.slice(start, Math.min(sizeBytes, start + sampleBytes));
    parts.push(sample instanceof Blob ? new Uint8Array(await sample.arrayBuffer()) : sample);
  }
  const joined = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return toHex(sha256(joined));
}
