import { join } from "node:path";
import { continueUnderPinnedNode, ensureInstalled, SetupError } from "../../tools/install.mjs";

// `serve` starts a fleet of servers on this machine until it is interrupted, `test` causes faults in one, and `upgrade` replaces
// one of an earlier release by this one.
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
    } else if (what === "upgrade") {
      const { withReleaseTree } = await import("../../tools/testing/release-folder/release-tree.ts");
      const from = process.argv.find((argument) => argument.startsWith("--from="))?.slice("--from=".length);
      if (!from)
        throw new SetupError("Name the commit of the earlier release: npm run test:upgrade -- --from=<commit>");
      process.argv.splice(process.argv.indexOf(`--from=${from}`), 1);
      await withReleaseTree(from, async (treeDir) => {
        process.argv.push(`--former=${join(treeDir, "apps", "server", "dist", "main.js")}`);
        await import("./test-fleet.ts");
      });
    } else await import("./test-fleet.ts");
  }
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
