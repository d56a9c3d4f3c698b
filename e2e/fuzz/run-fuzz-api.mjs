import { continueUnderPinnedNode, ensureInstalled, SetupError } from "../../tools/install.mjs";

// Every endpoint and socket with faulty input; see fuzz-api.ts for what may follow the `--`.
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
