import { describe, expect, it } from "vitest";
import { openLazIntegers } from "./laz-integers.ts";
import { encodeLazIntegers } from "./testing/encode-laz-integers.ts";

function readAll(bytes: Uint8Array, rowCount: number): number[][] {
  const integers = openLazIntegers(bytes, 2);
  let row = [0, 0];
  return Array.from({ length: rowCount }, () => {
    row = row.map((value, series) => integers.read(value, series));
    return row;
  });
}

describe("the integers of a LAZ chunk table", () => {
  it("decode as they were encoded, from none to 32 bits", () => {
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state;
    };
    const rows = Array.from({ length: 3000 }, (_, i) => [50_000 - (i % 3), random() >>> (i % 33)]);
    rows.push([0xffff_ffff, 0], [0, 0xffff_ffff], [2 ** 31, 1]);
    expect(readAll(encodeLazIntegers(rows), rows.length)).toEqual(rows);
  });

  it("end with a message or wrong numbers, never in a loop, if the bytes are wrong", () => {
    for (let seed = 0; seed < 200; seed++) {
      const bytes = Uint8Array.from({ length: 64 }, (_, i) => Math.imul(i + 1, seed * 2_654_435_761) >>> 24);
      try {
        expect(readAll(bytes, 500)).toHaveLength(500);
      } catch (error) {
        expect(error).toMatchObject({ code: "scan-corrupt" });
      }
    }
  });
});
