import { describe, expect, it } from "vitest";
import { parseByteRange } from "./byte-range.ts";

describe("parseByteRange", () => {
  it.each([
    ["bytes=0-3", { start: 0, end: 4 }],
    ["bytes=4-", { start: 4, end: 10 }],
    ["bytes=-3", { start: 7, end: 10 }],
    ["bytes=-30", { start: 0, end: 10 }],
    ["bytes=9-99", { start: 9, end: 10 }],
  ])("understands %s", (header, range) => {
    expect(parseByteRange(header, 10)).toEqual(range);
  });

  it.each(["bytes=10-", "bytes=10-12", "bytes=-0"])("reports that %s is not satisfiable", (header) => {
    expect(parseByteRange(header, 10)).toBe("unsatisfiable");
  });

  it.each([undefined, "", "bytes=", "bytes=-", "bytes=5-4", "bytes=0-1,4-5", "lines=0-1", "bytes=a-b", "bytes=1.5-2"])(
    "ignores %s",
    (header) => {
      expect(parseByteRange(header, 10)).toBeNull();
    },
  );

  it("finds nothing in an empty body", () => {
    expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
    expect(parseByteRange("bytes=-1", 0)).toBe("unsatisfiable");
  });
});
