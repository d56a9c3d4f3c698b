import { continueUnderPinnedNode, ensureInstalled, SetupError } from "./install.mjs";

try {
  await ensureInstalled();
  if (await continueUnderPinnedNode(import.meta.url)) {
    const { runTests } = await import("./run-tests.ts");
    process.exitCode = await runTests(process.argv.slice(2));
  }
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  console.log("\n0 passed, 1 failed");
  process.exitCode = 1;
}
