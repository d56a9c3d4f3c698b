import { createHash, timingSafeEqual } from "node:crypto";
import type { ObjectLocation } from "./stored-files.service.ts";

/** Originals of scans are deleted with their scan, never alone. */
export function canDelete(location: ObjectLocation): boolean {
  return location.kind !== "scan-original";
}

/** Whether this is one of the file's download tokens (spec §7); takes constant time for wrong ones. */
export function isDownloadToken(tokens: readonly string[], given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const wanted = digest(given);
  return tokens.filter((token) => timingSafeEqual(digest(token), wanted)).length > 0;
}
