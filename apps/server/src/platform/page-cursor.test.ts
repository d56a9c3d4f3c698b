import { describe, expect, it } from "vitest";
import { readPageCursor, toPage, writePageCursor } from "./page-cursor.ts";

const position = { at: new Date("2026-11-21T01:02:03.456Z"), id: "01a1fb8e-1d71-7085-b900-89c62f4b17da" };
const write = (text: string) => Buffer.from(text).toString("base64url");

describe("a position in a list", () => {
  it("reads back as it was written", () => {
    expect(readPageCursor(writePageCursor(position))).toEqual(position);
  });

  it("is returned if there is more, and only then", () => {
    const rows = [position, { ...position, id: "01a1fb8e-1d71-7085-b900-89c62f4b17db" }];
    const last = writePageCursor(rows[1]!);
    expect(toPage(rows, 2, (row) => row).nextCursor).toBeNull();
    expect(toPage([...rows, position], 2, (row) => row)).toEqual({ shown: rows, nextCursor: last });
  });

  // PostgreSQL would refuse each of these, which would count as a server error.
  it.each([
    "",
    "2026-11-21T01:02:03.456Z",
    `2026-11-21T01:02:03.456Z ${"-".repeat(36)}`,
    "2026-11-21T01:02:03.456Z 01a1fb8e1d71-7085-b900-89c62f4b17da0",
    `yesterday ${position.id}`,
    `+020000-01-01T00:00:00.000Z ${position.id}`,
    `0000-01-01T00:00:00.000Z ${position.id}`,
  ])("that this server did not write is refused: %s", (text) => {
    expect(() => readPageCursor(write(text))).toThrow(expect.objectContaining({ code: "invalid-input" }));
  });
});
