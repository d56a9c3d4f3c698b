import module from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { continueUnderPinnedNode, ensureInstalled, SetupError } from "./install.mjs";
import { builtServerPath, compileCacheDir, leanEnvironment } from "./lean-process.mjs";

// Set in the process that a prepared start continues in.
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
    // A Ctrl-C arrives twice, from the terminal and through npm. The second one must not cut off the orderly stop.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
    // In this very process, so that signals and exit codes are the server's own.
    await import(pathToFileURL(builtServerPath).href);
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Replaces this process by one without what the preparation left in memory, and with the environment of a lean one.
 * Where a process cannot be replaced, the start goes on in it.
 */
function continueInLeanProcess() {
  if (process.platform !== "linux" || process.execve === undefined) return;
  const args = [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url)];
  process.execve(process.execPath, args, { ...leanEnvironment, ...process.env, BLUEPRINT_PREPARED: "1" });
}
