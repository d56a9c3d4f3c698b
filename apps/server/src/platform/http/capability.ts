import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import { isSigned, sign } from "../secrets.ts";

const hourMs = 3_600_000;

/** Addresses with a capability begin with it: `/files/<capability>/<prefix>/…`. */
export const filesPath = "/files";

/**
 * A short-lived right to read files under one storage prefix, carried in the address itself so that a cache or CDN can
 * be placed in front. `expires` is rounded up to a full hour, so that a file's address stays the same for a while and
 * can be cached.
 */
export function makeCapability(key: string, clock: Clock, prefix: string, validForMs: number): string {
  const expires = Math.ceil((clock.now().getTime() + validForMs) / hourMs) * hourMs;
  return `${expires.toString(36)}.${signOnce(key, prefix, expires)}`;
}

/** While it stays the same, capabilities with a validity in whole hours do too. */
export function toCapabilityHour(clock: Clock): number {
  return Math.ceil(clock.now().getTime() / hourMs);
}

const signed = new LRUCache<string, { key: string; expires: number; signature: string }>({ max: 20_000 });

// The signature stays the same for an hour, and a list needs it for each of its pictures.
function signOnce(key: string, prefix: string, expires: number): string {
  const known = signed.get(prefix);
  if (known !== undefined && known.expires === expires && known.key === key) return known.signature;
  const signature = sign(key, `${expires}\n${prefix}`);
  signed.set(prefix, { key, expires, signature });
  return signature;
}

export function isCapabilityValid(key: string, clock: Clock, prefix: string, capability: string): boolean {
  const at = capability.indexOf(".");
  const expires = Number.parseInt(capability.slice(0, at), 36);
  if (at < 1 || !Number.isSafeInteger(expires) || expires <= clock.now().getTime()) return false;
  return isSigned(key, `${expires}\n${prefix}`, capability.slice(at + 1));
}
