import { continueUnderPinnedNode, ensureInstalled, SetupError } from "../../tools/install.mjs";

// Sends faulty input to every endpoint and socket; see fuzz-api.ts for the arguments after `--`.
try {
  await ensureInstalled();
  if (await continueUnderPinnedNode(import.meta.url)) {
    const { ensureServerBuilt } = await import("../../tools/server-build.ts");
    await ensureServerBuilt();
    await import("./fuzz-api.ts");
  }
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
