import { fromBase64, toBase64 } from "../base64.ts";

/** From -1..1 to 16-bit samples. Louder samples are clamped. */
export function toPcm16(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => {
    const clamped = Math.max(-1, Math.min(1, sample));
    return Math.round(clamped * (clamped < 0 ? 32_768 : 32_767));
  });
}

/** From 16-bit samples to -1..1. */
export function fromPcm16(samples: Int16Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

/** Base64 of the samples' bytes, little endian as on every device that runs these browsers. */
export function encodeBase64(samples: Int16Array): string {
  return toBase64(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
}

/**
 * Samples from base64 of little-endian bytes. Drops an odd last byte.
 * @throws InvalidCharacterError for invalid base64
 */
export function decodeBase64(data: string): Int16Array {
  const bytes = fromBase64(data);
  return new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
}
