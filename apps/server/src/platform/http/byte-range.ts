import type { ByteRange } from "../storage/object-storage.ts";

/**
 * Reads a Range header (RFC 9110 §14.2) for a body of `sizeBytes`. Null: send the whole, as for units and lists of
 * ranges that we do not serve. `unsatisfiable`: nothing in the requested range exists.
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header?.trim() ?? "");
  if (match === null) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const lengthBytes = Number(last);
    if (lengthBytes === 0 || sizeBytes === 0) return "unsatisfiable";
    return { start: Math.max(0, sizeBytes - lengthBytes), end: sizeBytes };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= sizeBytes) return "unsatisfiable";
  return { start, end: last === "" ? sizeBytes : Math.min(sizeBytes, Number(last) + 1) };
}
