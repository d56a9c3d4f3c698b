/**
 * Layout of triangle corners as 32-bit integers: grid position, then (if the scan has them) texture coordinates (the
 * bits of two floats, twice where pictures have different places), normal (three signed bytes, then one for the
 * openness) and colour (four 16-bit numbers), then the surface. Equal corners are equal integers, so welding reduces to
 * comparing rows.
 */
export interface CornerLayout {
  /** Offsets of the optional parts within a corner, −1 if the scan has none. */
  readonly uv: number;
  readonly secondUv: number;
  readonly normal: number;
  readonly colour: number;
  readonly surface: number;
  /** Integers per corner. */
  readonly width: number;
}

export function createCornerLayout(parts: {
  uv: boolean;
  secondUv: boolean;
  normal: boolean;
  colour: boolean;
}): CornerLayout {
  let width = 3;
  const take = (isPresent: boolean, words: number) => {
    if (!isPresent) return -1;
    width += words;
    return width - words;
  };
  const [uv, secondUv] = [take(parts.uv, 2), take(parts.secondUv, 2)];
  const [normal, colour] = [take(parts.normal, 1), take(parts.colour, 2)];
  return { uv, secondUv, normal, colour, surface: width, width: width + 1 };
}

/** Integers per triangle in a spool: three corners sharing one surface. */
export const triangleWidth = (layout: CornerLayout) => (layout.width - 1) * 3 + 1;

const floats = new Float32Array(1);
const bits = new Int32Array(floats.buffer);

export function floatToBits(value: number): number {
  // Minus zero and zero are the same position; non-finite values become 0.
  floats[0] = Number.isFinite(value) ? value + 0 : 0;
  return bits[0]!;
}

export function bitsToFloat(value: number): number {
  bits[0] = value;
  return floats[0]!;
}

/** A unit vector as three non-zero bytes, so that 0 can mean "unknown". */
export function packNormal(x: number, y: number, z: number): number {
  const length = Math.hypot(x, y, z);
  if (!(length > 0 && Number.isFinite(length))) return 0;
  const scale = 127 / length;
  return ((Math.round(x * scale) + 128) << 16) | ((Math.round(y * scale) + 128) << 8) | (Math.round(z * scale) + 128);
}

/** One axis of a packed normal, −127 to 127. */
export function unpackNormal(packed: number, axis: 0 | 1 | 2): number {
  return packed === 0 ? (axis === 1 ? 127 : 0) : ((packed >> (16 - axis * 8)) & 255) - 128;
}

/** Adds the openness of a place, 0–1, to its packed normal. */
export function packOpenness(normal: number, openness: number): number {
  return (normal & 0xffffff) | ((Math.round(Math.min(1, Math.max(0, openness)) * 254) + 1) << 24);
}

/** The openness beside a packed normal, 0–1; undefined where it is not known. */
export function unpackOpenness(packed: number): number | undefined {
  const value = packed >>> 24;
  return value === 0 ? undefined : (value - 1) / 254;
}

/** Packs two linear channels, 0–1, into one integer with 12 bits each: more than a scan has, and it compresses well. */
export function packChannels(first: number, second: number): number {
  return toTwelveBits(first) | (toTwelveBits(second) << 16);
}

function toTwelveBits(value: number): number {
  const steps = Math.round(Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0)) * 4095);
  // Repeat the upper bits below, so that the maximum stays the maximum: 4095 becomes 65535.
  return (steps << 4) | (steps >> 8);
}

/** One channel of a colour packed into `words[at]` and `words[at + 1]`, 0–65535. */
export function unpackChannel(words: Int32Array, at: number, channel: number): number {
  const word = words[at + (channel >> 1)]!;
  return channel % 2 === 0 ? word & 0xffff : word >>> 16;
}
