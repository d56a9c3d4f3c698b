import { join } from "node:path";
import { rootDir, SetupError } from "./install.mjs";

/**
 * Bundles `<blueprint-embed>` into one script: other sites load it by an address without a hash, and nothing besides it.
 * @throws SetupError
 */
export async function buildEmbedElement(): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(rootDir, "apps", "web", "src", "embed", "embed.ts")],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    // The same browsers as the app's.
    target: ["chrome123", "firefox125", "safari17.5"],
    legalComments: "none",
    logLevel: "silent",
  }).catch((error: unknown) => {
    throw new SetupError(`The embed element could not be built.\n${error instanceof Error ? error.message : error}`);
  });
  return outputFiles[0]?.text ?? "";
}
