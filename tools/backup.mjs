import module from "node:module";
import { pathToFileURL } from "node:url";
import { continueUnderPinnedNode, ensureInstalled, SetupError } from "./install.mjs";
import { builtBackupPath, compileCacheDir } from "./lean-process.mjs";

// `npm run backup` and `npm run restore`: like a start, each prepares what is missing first.
try {
  await ensureInstalled();
  if (await continueUnderPinnedNode(import.meta.url)) {
    const { ensureServerBuilt } = await import("./server-build.ts");
    await ensureServerBuilt();
    module.enableCompileCache(compileCacheDir);
    await import(pathToFileURL(builtBackupPath).href);
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
