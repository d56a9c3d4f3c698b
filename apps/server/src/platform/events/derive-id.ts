import { createHash } from "node:crypto";

/**
 * A UUID for what an event creates: the same each time the event is delivered, and ordered by the event's time as
 * version 7 is.
 */
export function deriveId(eventId: string, of: string): string {
  const hash = createHash("sha256").update(`${eventId} ${of}`).digest();
  hash[0] = (hash[0]! & 0x3f) | 0x80;
  const tail = hash.toString("hex", 0, 8);
  return `${eventId.slice(0, 18)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
