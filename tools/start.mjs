import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { continueUnderPinnedNode, ensureInstalled, rootDir, SetupError } from "./install.mjs";

try {
  await ensureInstalled();
  if (await continueUnderPinnedNode(import.meta.url)) {
    const { ensureWebBuilt } = await import("./web-build.ts");
    await ensureWebBuilt();
    const { readBuildEnvironment, toServerSettings } = await import("./build-settings.ts");
    Object.assign(process.env, toServerSettings(readBuildEnvironment(), process.env));
    module.enableCompileCache(join(rootDir, "node_modules", ".cache", "compiled"));
    // A Ctrl-C arrives twice, from the terminal and through npm. The second one must not cut off the orderly stop.
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
    // In this very process, so that signals and exit codes are the server's own.
    await import(pathToFileURL(join(rootDir, "apps", "server", "src", "main.ts")).href);
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
