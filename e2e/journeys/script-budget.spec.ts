import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";

const distDir = fileURLToPath(new URL("../../apps/web/dist", import.meta.url));
const scriptBytesMax = 350_000;
/** The loader of each kind, in addition to the scripts that the visitors' page starts with. */
const loaders = { meshes: "tiles-scan", "point clouds": "tiles-scan", splats: "rad-scan", panoramas: "panorama-scan" };

interface BuiltFile {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

for (const [kind, loader] of Object.entries(loaders)) {
  test(`${kind}: a visitor's page loads less than 350 kB of script before the first picture`, () => {
    const manifest = JSON.parse(readFileSync(join(distDir, ".vite", "manifest.json"), "utf8")) as Manifest;
    const files = new Set<string>();
    const collect = (key: string) => {
      const built = manifest[key];
      if (built === undefined) throw new Error(`The build knows no ${key}.`);
      if (files.has(built.file)) return;
      files.add(built.file);
      for (const imported of built.imports ?? []) collect(imported);
    };
    collect("place.html");
    // The code for the first picture has its own chunk, because several modules share it.
    collect(Object.keys(manifest).find((key) => manifest[key]?.name === "first-picture") ?? "first-picture");
    const source = `src/features/viewer/loaders/${loader}.ts`;
    // A loader without its own chunk came with the page.
    if (source in manifest) collect(source);
    const sizes = [...files].map((file) => gzipSync(readFileSync(join(distDir, file)), { level: 9 }).length);
    const sum = sizes.reduce((total, size) => total + size, 0);
    // three.js alone is larger: an empty count must not pass.
    expect(sum).toBeGreaterThan(100_000);
    expect(sum, [...files].join(", ")).toBeLessThan(scriptBytesMax);
  });
}

test("a page without a scene starts without the scene renderer", () => {
  const names = [...readFileSync(join(distDir, "index.html"), "utf8").matchAll(/\/assets\/([a-z-]+)-[\w-]+\.js"/g)];
  const files = names.map(([, name]) => name);
  expect(files).toContain("react");
  for (const drawing of ["three", "first-picture", "coarse-points", "spark"]) expect(files).not.toContain(drawing);
});
