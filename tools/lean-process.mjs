import { join } from "node:path";
import { rootDir } from "./install.mjs";

/** See `ensureServerBuilt`. Named here, since the lean process must not load what builds it. */
export const builtServerPath = join(rootDir, "apps", "server", "dist", "main.js");

export const compileCacheDir = join(rootDir, "node_modules", ".cache", "compiled");

/**
 * What a server's process must find in its environment at its very beginning to hold little memory: the compile cache
 * (or Node loads the 30 MB of its type stripper), and one allocation arena instead of eight a core, in each of which
 * glibc would keep what is freed.
 */
export const leanEnvironment = { MALLOC_ARENA_MAX: "1", NODE_COMPILE_CACHE: compileCacheDir };
