import { createHash, timingSafeEqual } from "node:crypto";
import type { ObjectPlace } from "../uploads/stored-files.service.ts";

/** Originals of scans go with their scan, never on their own. */
export function canDelete(place: ObjectPlace): boolean {
  return place.kind !== "scan-original";
}

/** Whether this is one of the file's download tokens (spec §7); takes equally long for every wrong one. */
export function isDownloadToken(tokens: readonly string[], given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const wanted = digest(given);
  return tokens.filter((token) => timingSafeEqual(digest(token), wanted)).length > 0;
}
