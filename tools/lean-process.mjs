import { join } from "node:path";
import { rootDir } from "./install.mjs";

/** See `ensureServerBuilt`. Defined here, because the lean process must not load what builds it. */
export const builtServerPath = join(rootDir, "apps", "server", "dist", "main.js");

/** Backups and restores, built together with the server. */
export const builtBackupPath = join(rootDir, "apps", "server", "dist", "backup.js");

export const compileCacheDir = join(rootDir, "node_modules", ".cache", "compiled");

/**
 * Environment variables that a server process needs from its start to use little memory: the compile cache (otherwise
 * Node loads its 30 MB type stripper), and one allocation arena instead of eight per core, in each of which glibc would
 * keep freed memory.
 */
export const leanEnvironment = { MALLOC_ARENA_MAX: "1", NODE_COMPILE_CACHE: compileCacheDir };
