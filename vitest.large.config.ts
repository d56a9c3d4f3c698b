import { defineConfig } from "vitest/config";

// Inputs of gigabytes, one after the other, within half an hour: `npm run test:large`.
export default defineConfig({
  test: {
    include: ["packages/**/*.large.ts"],
    fileParallelism: false,
    env: { TZ: "Asia/Kathmandu" },
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
