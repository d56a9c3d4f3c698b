import { setImmediate as turn } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createMadeOnce } from "./made-once.ts";

describe("bytes that are built once", () => {
  it("are built once for everyone who asks, at the same time or later, and compressed once", async () => {
    const memory = createMadeOnce(1_000_000);
    let made = 0;
    const make = async () => {
      made++;
      await turn();
      return { bytes: Buffer.from(`made ${made}`) };
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => memory.get("a place", make)));
    answers.push(await memory.get("a place", make));
    expect(new Set(answers.map(String))).toEqual(new Set(["made 1"]));
    const [first, second] = await Promise.all(answers.slice(0, 2).map((bytes) => memory.compress(bytes)));
    expect(first).toBe(second);
    expect(String(brotliDecompressSync(first!))).toBe("made 1");
    expect(String(await memory.get("another place", make))).toBe("made 2");
  });

  it("are rebuilt for the next request after a failure", async () => {
    const memory = createMadeOnce(1_000_000);
    const failing = memory.get("a place", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(String(await memory.get("a place", async () => ({ bytes: Buffer.from("yes") })))).toBe("yes");
  });

  it("are evicted when there is no room, least recently used first, and when they expire", async () => {
    const memory = createMadeOnce(20_000);
    let made = 0;
    const ask = async (name: string, keptForMs?: number) => {
      const before = made;
      await memory.get(name, async () => {
        made++;
        return { bytes: Buffer.alloc(3_000), ...(keptForMs === undefined ? {} : { keptForMs }) };
      });
      return made > before ? "made" : "kept";
    };
    expect([await ask("a"), await ask("b"), await ask("a"), await ask("c")]).toEqual(["made", "made", "kept", "made"]);
    expect([await ask("a"), await ask("b")]).toEqual(["kept", "made"]);
    expect(await ask("short", 1)).toBe("made");
    await expect.poll(() => ask("short", 1)).toBe("made");
  });
});
