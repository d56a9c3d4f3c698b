import { defineConfig } from "vitest/config";
import { readBuildDefaults } from "./tools/build-settings.ts";

const exclude = ["**/node_modules/**", "**/dist/**"];
// These start clusters of their own and must run when the shared one cannot start.
const embeddedPostgresTests = "apps/server/src/platform/embedded-postgres/*.test.ts";
const setupFiles = ["./tools/testing/fail-on-console-error.ts"];
// Far from UTC and with a quarter of an hour in it: code that leans on the machine's zone shows itself.
// The pages read the settings that are embedded into them.
const env = { TZ: "Asia/Kathmandu", ...readBuildDefaults() };
// Half of the time went into loading the same modules for each file. Tests keep no state in modules.
const isolate = false;

export default defineConfig({
  test: {
    // Vitest leaves a core to itself, of two; it needs little of it.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "server",
          include: ["apps/server/**/*.test.ts"],
          exclude: [...exclude, embeddedPostgresTests],
          setupFiles,
          isolate,
          env,
          // The server that tests kill, and the one PostgreSQL cluster of the run; Vitest skips them when no test of this project runs.
          globalSetup: ["./tools/testing/built-server.ts", "./tools/testing/test-cluster.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "rest",
          include: [
            embeddedPostgresTests,
            "packages/**/*.test.ts",
            "apps/web/src/**/*.test.ts",
            "tools/**/*.test.ts",
            "e2e/fuzz/*.test.ts",
            "bench/**/*.test.js",
          ],
          exclude,
          setupFiles,
          isolate,
          env,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          // Components, in a DOM without a browser.
          name: "screens",
          include: ["apps/web/src/**/*.test.tsx"],
          exclude,
          environment: "happy-dom",
          setupFiles: [...setupFiles, "./apps/web/src/testing/clean-up-screen.ts"],
          isolate,
          env,
          testTimeout: 20_000,
        },
      },
    ],
  },
});
