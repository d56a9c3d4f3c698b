import module from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { continueUnderPinnedNode, ensureInstalled, SetupError } from "./install.mjs";
import { builtServerPath, compileCacheDir, leanEnvironment } from "./lean-process.mjs";

// Set in the process in which a prepared start continues.
const isPrepared = process.env.BLUEPRINT_PREPARED === "1";

try {
  if (!isPrepared) await ensureInstalled();
  if (await continueUnderPinnedNode(import.meta.url)) {
    if (!isPrepared) {
      const { ensureWebBuilt } = await import("./web-build.ts");
      await ensureWebBuilt();
      const { ensureServerBuilt } = await import("./server-build.ts");
      await ensureServerBuilt();
      continueInLeanProcess();
    }
    const { readBuildEnvironment, toServerSettings } = await import("./build-settings.ts");
    Object.assign(process.env, toServerSettings(readBuildEnvironment(), process.env));
    module.enableCompileCache(compileCacheDir);
    // Ctrl-C arrives twice, from the terminal and through npm. The second one must not interrupt the graceful stop.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
    // In this same process, so that signals and exit codes are the server's own.
    await import(pathToFileURL(builtServerPath).href);
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Replaces this process with one without the preparation's memory, and with a lean environment. Continues in this
 * process where it cannot be replaced.
 */
function continueInLeanProcess() {
  if (process.platform !== "linux" || process.execve === undefined) return;
  const args = [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url)];
  process.execve(process.execPath, args, { ...leanEnvironment, ...process.env, BLUEPRINT_PREPARED: "1" });
}
