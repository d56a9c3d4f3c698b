import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { embedScriptPath } from "@blueprint/contract/embed-addresses";
import { readBuildEnvironment, requireBuildSettings } from "./build-settings.ts";
import { buildEmbedElement } from "./embed-build.ts";
import { rootDir, runQuietly, SetupError } from "./install.mjs";
import { hashSources, readStamp } from "./source-stamp.ts";

const webDir = join(rootDir, "apps", "web");
const distDir = join(webDir, "dist");
// Identifies the sources of the built app. Written last, so that an interrupted build does not count.
const stampPath = join(distDir, ".built-from");

/**
 * Builds the web app unless the existing build was made from exactly these sources and settings.
 * @throws SetupError "Missing {name} environment variable." (spec §3), whether or not there is a build already
 */
export async function ensureWebBuilt(): Promise<void> {
  const settings = readBuildEnvironment();
  requireBuildSettings(settings);
  if (existsSync(join(distDir, "index.html")) && readStamp(stampPath) === hashSources(webDir, settings)) return;
  console.log("Building the web app …");
  const startedAt = performance.now();
  rmSync(stampPath, { force: true });
  const { code, output } = await runQuietly(
    process.execPath,
    [join(rootDir, "node_modules", "vite", "bin", "vite.js"), "build"],
    webDir,
    { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
  );
  if (code !== 0) throw new SetupError(`The web app could not be built.\n${output.slice(-4000)}`);
  await writeFile(join(distDir, embedScriptPath), await buildEmbedElement());
  await compressFiles(distDir);
  // The build itself may generate sources (the route tree): the stamp covers what exists now.
  writeFileSync(stampPath, hashSources(webDir, settings));
  console.log(`The web app was built in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

// Below this size, a response's headers outweigh the savings.
const compressFromBytes = 1024;

/**
 * Writes `.br` and `.gz` beside every text file of the build: compressing once, thoroughly, beats compressing each
 * response.
 */
async function compressFiles(dir: string): Promise<void> {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?js|css|html|svg|json|txt|wasm|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path);
      if (content.length < compressFromBytes) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
