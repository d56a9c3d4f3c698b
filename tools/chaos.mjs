import { continueUnderPinnedNode, ensureInstalled, SetupError } from "./install.mjs";

// The server killed again and again while robots edit; see e2e/chaos/chaos.ts for what may follow the `--`.
try {
  await ensureInstalled();
  if (await continueUnderPinnedNode(import.meta.url)) {
    const { ensureServerBuilt } = await import("./server-build.ts");
    await ensureServerBuilt();
    await import("../e2e/chaos/chaos.ts");
  }
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
