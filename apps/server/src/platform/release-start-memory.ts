/**
 * Frees what loading the modules and migrating left behind: about 20 MB that the garbage collector would keep as
 * headroom. Does nothing where Node was started without `--expose-gc`, as in tests.
 */
export async function releaseStartMemory(): Promise<void> {
  // "last-resort" also returns the emptied pages to the system.
  await globalThis.gc?.({ type: "major", execution: "async", flavor: "last-resort" });
}
