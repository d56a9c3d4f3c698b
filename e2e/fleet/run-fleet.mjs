import { continueUnderPinnedNode, ensureInstalled, SetupError } from "../../tools/install.mjs";

// `serve` starts a fleet of servers on this machine until it is interrupted, `test` causes faults in one.
try {
  await ensureInstalled();
  if (await continueUnderPinnedNode(import.meta.url)) {
    const { ensureServerBuilt } = await import("../../tools/server-build.ts");
    await ensureServerBuilt();
    const [what] = process.argv.splice(2, 1);
    if (what === "serve") {
      const { ensureWebBuilt } = await import("../../tools/web-build.ts");
      await ensureWebBuilt();
      await import("./serve-fleet.ts");
    } else await import("./test-fleet.ts");
  }
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
