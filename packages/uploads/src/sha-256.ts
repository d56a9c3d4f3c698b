// The browser's own digest exists only on https and localhost; a server in a local network has neither. What is hashed
// here is small, so one way serves everywhere.

const roundConstants = fractionalBits(64, 3);
const initialState = fractionalBits(8, 2);

/** SHA-256 as lower-case hex. For small inputs: everything is in memory. */
export function sha256Hex(bytes: Uint8Array): string {
  const state = Uint32Array.from(initialState);
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  const schedule = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) mixBlock(state, schedule, view, block);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return padded;
}

function mixBlock(state: Uint32Array, schedule: Uint32Array, view: DataView, block: number): void {
  for (let t = 0; t < 16; t++) schedule[t] = view.getUint32(block + t * 4);
  for (let t = 16; t < 64; t++) {
    const w15 = schedule[t - 15]!;
    const w2 = schedule[t - 2]!;
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[t] = schedule[t - 16]! + s0 + schedule[t - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + sum1 + choice + roundConstants[t]! + schedule[t]!) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + sum0 + majority) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index]! += word;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The first 32 bits behind the point of the square (2) or cube (3) roots of the first primes: SHA-256's constants. */
function fractionalBits(count: number, root: 2 | 3): Uint32Array {
  const words: number[] = [];
  for (let candidate = 2; words.length < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    // The integer root of candidate × 2^(32·root), exactly, by halving.
    if (isPrime) words.push(Number(integerRoot(BigInt(candidate) << BigInt(32 * root), root) & 0xffffffffn));
  }
  return Uint32Array.from(words);
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
