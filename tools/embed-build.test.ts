import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { buildEmbedElement } from "./embed-build.ts";

it("is one script of less than 5 kB that loads nothing else", async () => {
  const script = await buildEmbedElement();
  expect(script).toContain("blueprint-embed");
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(5_000);
  expect(script).not.toMatch(/\bimport\s*[({"'*]|\beval\(|new Function/);
});
