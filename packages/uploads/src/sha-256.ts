// The browser's own digest exists only on https and localhost, and is asynchronous; a server in a local network has
// neither. This one works everywhere, at a sixth of the speed, which suffices for the few bytes of a chain.

const roundConstants = Int32Array.from(fractionalBits(64, 3));
const initialState = Int32Array.from(fractionalBits(8, 2));
const schedule = new Int32Array(64);

/** SHA-256 of bytes in memory. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = Int32Array.from(initialState);
  const wholeBytes = bytes.length - (bytes.length % 64);
  for (let block = 0; block < wholeBytes; block += 64) mixBlock(state, bytes, block);
  const end = padEnd(bytes.subarray(wholeBytes), bytes.length);
  for (let block = 0; block < end.length; block += 64) mixBlock(state, end, block);
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  state.forEach((word, index) => {
    view.setInt32(index * 4, word);
  });
  return digest;
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function padEnd(rest: Uint8Array, sizeBytes: number): Uint8Array {
  const padded = new Uint8Array(rest.length < 56 ? 64 : 128);
  padded.set(rest);
  padded[rest.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(sizeBytes) * 8n);
  return padded;
}

function mixBlock(state: Int32Array, bytes: Uint8Array, start: number): void {
  const words = schedule;
  for (let t = 0, at = start; t < 16; t++, at += 4)
    words[t] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  for (let t = 16; t < 64; t++) {
    const w15 = words[t - 15]!;
    const w2 = words[t - 2]!;
    const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
    const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
    words[t] = (words[t - 16]! + s0 + words[t - 7]! + s1) | 0;
  }
  // Eight variables instead of an array: four times as fast.
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t++) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + sum1 + choice + roundConstants[t]! + words[t]!) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + sum0 + majority) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** The first 32 fractional bits of the square (2) or cube (3) roots of the first primes: SHA-256's constants. */
function fractionalBits(count: number, root: 2 | 3): number[] {
  const words: number[] = [];
  for (let candidate = 2; words.length < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    // The exact integer root of candidate × 2^(32·root), by bisection.
    if (isPrime) words.push(Number(integerRoot(BigInt(candidate) << BigInt(32 * root), root) & 0xffffffffn));
  }
  return words;
}

function integerRoot(value: bigint, root: 2 | 3): bigint {
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(root) <= value) low = middle;
    else high = middle;
  }
  return low;
}
