import type { E57Field } from "./e57-scans.ts";
import { toDataView } from "./point-stream.ts";

/** The bytes of one field as they come out of the packets, and the records not yet taken from them. */
export interface E57BitStream {
  /** Number of complete records available; infinite for a zero-bit field. */
  readonly availableRecords: () => number;
  readonly append: (bytes: Uint8Array) => void;
  /** Takes the next `count` records, scaled to their real values. */
  readonly take: (count: number) => Float64Array;
}

/** Above this width, a record and part of the next byte no longer fit into the 53 bits of a number. */
const numberBitsMax = 46;

export function createE57BitStream(field: E57Field): E57BitStream {
  let bytes = new Uint8Array(0);
  /** Bits of `bytes` already taken. */
  let takenBits = 0;
  return {
    availableRecords: () =>
      field.bits === 0 ? Number.POSITIVE_INFINITY : Math.floor((bytes.length * 8 - takenBits) / field.bits),
    append: (more) => {
      const keepFrom = Math.floor(takenBits / 8);
      const joined = new Uint8Array(bytes.length - keepFrom + more.length);
      joined.set(bytes.subarray(keepFrom));
      joined.set(more, bytes.length - keepFrom);
      bytes = joined;
      takenBits -= keepFrom * 8;
    },
    take: (count) => {
      const values = new Float64Array(count);
      if (field.bits === 0) return values.fill(field.minimum * field.scale + field.offset);
      if (field.encoding === "integer") unpackIntegers(field, bytes, takenBits, values);
      else {
        const view = toDataView(bytes);
        const start = takenBits / 8;
        for (let i = 0; i < count; i++) {
          values[i] =
            field.encoding === "float32" ? view.getFloat32(start + i * 4, true) : view.getFloat64(start + i * 8, true);
        }
      }
      takenBits += count * field.bits;
      return values;
    },
  };
}

function unpackIntegers(field: E57Field, bytes: Uint8Array, startBit: number, into: Float64Array): void {
  const { bits, minimum, scale, offset } = field;
  if (bits > numberBitsMax) {
    unpackWideIntegers(field, bytes, startBit, into);
    return;
  }
  const modulus = 2 ** bits;
  let at = startBit >> 3;
  let held = 8 - (startBit & 7);
  let low = bytes[at++]! >> (startBit & 7);
  for (let i = 0; i < into.length; i++) {
    while (held < bits) {
      low += bytes[at++]! * 2 ** held;
      held += 8;
    }
    const raw = low % modulus;
    low = Math.floor(low / modulus);
    held -= bits;
    into[i] = (raw + minimum) * scale + offset;
  }
}

function unpackWideIntegers(field: E57Field, bytes: Uint8Array, startBit: number, into: Float64Array): void {
  const mask = (1n << BigInt(field.bits)) - 1n;
  for (let i = 0, bit = startBit; i < into.length; i++, bit += field.bits) {
    let value = 0n;
    const lastByte = (bit + field.bits - 1) >> 3;
    for (let at = lastByte; at >= bit >> 3; at--) value = (value << 8n) | BigInt(bytes[at]!);
    into[i] = (Number((value >> BigInt(bit & 7)) & mask) + field.minimum) * field.scale + field.offset;
  }
}
