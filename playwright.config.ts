import { defineConfig } from "@playwright/test";
import type { WorkerFixtures } from "./e2e/harness/test.ts";
import { findChromium, findHeadlessShell } from "./tools/chromium.ts";

// Far from UTC and with a quarter of an hour in it: code that leans on the machine's zone shows itself.
const timeZone = "Asia/Kathmandu";
process.env.TZ = timeZone;

const args = [
  "--no-sandbox",
  // WebGL 2 without a graphics card.
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  // Smooth edges are expensive without one, and no journey looks at them.
  "--webgl-antialiasing-mode=none",
  "--disable-background-networking",
  "--disable-component-update",
  // Pages that are not in front must go on: two people share one machine here.
  "--disable-background-timer-throttling",
  "--disable-renderer-backgrounding",
  "--disable-backgrounding-occluded-windows",
];
/** Null leaves it to Playwright, which then launches what it has downloaded. */
const toLaunchOptions = (path: string | null) => (path === null ? { args } : { executablePath: path, args });
const whole = findChromium();

/**
 * Journeys without a heavy scene: `npm test` runs three at once.
 * A port that is fixed is one journey's alone, and none that systems give out by themselves.
 */
const pages =
  /\/(account|addresses|ai-studio|bad-input|claims|conversion-survives|discover|downgrade|embed-in-firefox|embedded-numbers|full-storage|installation|keyboard-focus|maps|measurement|new-accounts|newer-version|plan|programs|screens|script-budget|sign-in|signs|sign-in-with-google|teams|text-stays-text|toasts|told-screens|uploads-elsewhere|uploads-survive|visitor-info|visitor-language|workspace)\.spec\.ts$/;

export default defineConfig<object, WorkerFixtures>({
  testDir: "e2e/journeys",
  outputDir: "test-results",
  forbidOnly: true,
  // A scene drawn without a graphics card takes about one of two cores. Beside pages, scenes would starve.
  workers: 2,
  // What is drawn without a graphics card keeps a whole browser waiting, its other pages too.
  projects: [
    { name: "pages", testMatch: pages, expect: { timeout: 30_000 } },
    {
      name: "scenes",
      testIgnore: pages,
      expect: { timeout: 45_000 },
      // A quarter of the pixels, in the same layout. Journeys that judge the picture itself use all of them.
      use: { deviceScaleFactor: process.env.SCREENSHOTS_DIR === undefined ? 0.5 : 1 },
    },
  ],
  fullyParallel: false,
  retries: 0,
  timeout: 180_000,
  globalTimeout: 28 * 60_000,
  use: {
    viewport: { width: 1280, height: 800 },
    timezoneId: timeZone,
    locale: "en-US",
    screenshot: "only-on-failure",
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: toLaunchOptions(findHeadlessShell() ?? whole),
    wholeBrowser: toLaunchOptions(whole),
  },
});
