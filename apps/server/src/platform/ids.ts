import { createHash, randomBytes, randomInt } from "node:crypto";
import { newAccountConstants } from "@blueprint/contract/spec-constants";

/** The only source of ids and secrets in the server. */
export interface Ids {
  /** A version 7 UUID: its first 48 bits are the time, so that rows made together lie together. */
  uuid(): string;
  /** 256 random bits, base64url: for links that open something. Store only `hashToken` of it. */
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

export const systemIds: Ids = {
  uuid: () => {
    const bytes = takeRandomBytes();
    bytes.writeUIntBE(Date.now(), 0, 6);
    bytes[6] = (bytes[6]! & 0x0f) | 0x70;
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
