import { createHash, randomBytes, randomInt } from "node:crypto";
import { newAccountConstants } from "@blueprint/contract/spec-constants";

/** The only source of ids and secrets in the server. */
export interface Ids {
  /**
   * A version 7 UUID, greater than any that this process made before: rows created within one millisecond keep their
   * order.
   */
  uuid(): string;
  /** 256 random bits, base64url: for links that grant access. Store only its `hashToken`. */
  token(): string;
  /** Six random upper-case letters and digits (spec §3). */
  referralCode(): string;
}

const referralAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

const uuidBytes = 16;
let pool = Buffer.alloc(0);
let taken = 0;

// Every request has an id; asking the system for a few random bytes takes as long as for many.
function takeRandomBytes(): Buffer {
  if (taken === pool.length) {
    pool = randomBytes(256 * uuidBytes);
    taken = 0;
  }
  taken += uuidBytes;
  return pool.subarray(taken - uuidBytes, taken);
}

let lastMs = 0;
let sequence = 0;
const sequenceMax = 0xfff;

export const systemIds: Ids = {
  uuid: () => {
    const bytes = takeRandomBytes();
    const nowMs = Date.now();
    // RFC 9562 §6.2, method 1: the twelve bits after the time count up from a random start that leaves headroom.
    if (nowMs > lastMs) {
      lastMs = nowMs;
      sequence = bytes.readUInt16BE(6) & (sequenceMax >> 1);
    } else if (sequence < sequenceMax) {
      sequence++;
    } else {
      lastMs++;
      sequence = 0;
    }
    bytes.writeUIntBE(lastMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | sequence, 6);
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  },
  token: () => randomBytes(32).toString("base64url"),
  referralCode: () =>
    Array.from(
      { length: newAccountConstants.referralCodeCharacters },
      () => referralAlphabet[randomInt(referralAlphabet.length)],
    ).join(""),
};

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
