// Prepares the reference: the page that draws the original file, and the file as it reads it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openFileByteSource } from "@blueprint/scans/file-byte-source";
import { openPointStream } from "@blueprint/scans/point-cloud/open-point-stream";
import { build } from "vite";
import { rootDir } from "../../tools/install.mjs";
import { joinBatches } from "../viewer/prepare-points.js";
import { measureSpacings } from "./point-spacings.js";

export async function buildReferencePage(dir) {
  const outDir = join(dir, "reference");
  await build({
    root: fileURLToPath(new URL("./pages/reference/", import.meta.url)),
    configFile: false,
    logLevel: "error",
    resolve: {
      alias: {
        "@sparkjsdev/spark": join(rootDir, "node_modules", "@sparkjsdev", "spark"),
      },
      dedupe: ["three"],
    },
    build: { outDir, emptyOutDir: true, target: "chrome123", chunkSizeWarningLimit: 20_000 },
  });
  return outDir;
}

/** Points for the reference: positions relative to the origin and spacings, both float32, then colours. */
export async function writeReferencePoints({ dir, path, fileName, origin }) {
  await using source = await openFileByteSource(path, fileName);
  const batches = [];
  const stream = await openPointStream(source, "copc");
  for await (const batch of stream.batches()) batches.push(batch);
  const { positions, rgb } = joinBatches(batches);
  const own = Float32Array.from(positions, (value, at) => value - origin[at % 3]);
  mkdirSync(dir, { recursive: true });
  const parts = [own, measureSpacings(own), rgb].map(({ buffer }) => Buffer.from(buffer));
  writeFileSync(join(dir, "points.bin"), Buffer.concat(parts));
}
