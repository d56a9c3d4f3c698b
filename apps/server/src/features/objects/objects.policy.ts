import { createHash, timingSafeEqual } from "node:crypto";
import type { ObjectPlace } from "../uploads/stored-files.service.ts";

/** Originals of scans are deleted with their scan, never alone. */
export function canDelete(place: ObjectPlace): boolean {
  return place.kind !== "scan-original";
}

/** Whether this is one of the file's download tokens (spec §7); takes constant time for wrong ones. */
export function isDownloadToken(tokens: readonly string[], given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const wanted = digest(given);
  return tokens.filter((token) => timingSafeEqual(digest(token), wanted)).length > 0;
}
