import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { findSite } from "./describe-visit.ts";

test.each([
  ["https://example.org/private/page?user=ada", "example.org"],
  ["http://localhost:3000/", "localhost:3000"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["https://blueprint.test/discover", null],
  ["android-app://com.example.mail/", null],
  ["https://[2001:db8::1]/", null],
  ["", null],
])("of the page %s, only its site is sent", (referrer, site) => {
  expect(findSite(referrer, "blueprint.test")).toBe(site);
});

test("the collector is a file of its own of at most 3 kB, and imports nothing", async () => {
  const entry = fileURLToPath(new URL("./visit-collector.ts", import.meta.url));
  const { outputFiles, metafile } = await build({
    ...{ entryPoints: [entry], bundle: true, minify: true, write: false, metafile: true },
    ...{ format: "esm", target: "es2022" },
  });
  expect(Object.keys(metafile?.inputs ?? {})).toHaveLength(1);
  expect(outputFiles?.[0]?.contents.byteLength).toBeLessThanOrEqual(3_000);
});
