import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { type LaunchedServer, launchServer } from "./launch-server.ts";

export { expect };

export interface WorkerFixtures {
  /** Settings of the worker's server beside the harness's own: `test.use({ serverSettings: { CONVERTERS: "0" } })`. */
  serverSettings: Record<string, string>;
  /** The running product; one for all journeys of a worker, so each journey makes its own team or blueprint. */
  server: LaunchedServer;
}

export interface Fixtures {
  /** Lets pages of this test print errors that match; any other `console.error` or uncaught error fails it. */
  expectConsoleError: (pattern: RegExp) => void;
  /** Another person: a browser window with its own cookies. Its pages are watched like `page`, and closed at the end. */
  openWindow: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Fails on what WCAG 2.2 AA forbids and a machine can see. */
  axe: (page: Page) => Promise<void>;
  /** Looks at a page in light and dark, on a phone and on a desktop: accessible, and nothing to scroll sideways. */
  screens: (page: Page, look?: (screen: Screen) => Promise<void>) => Promise<void>;
  /** Looks as `screens` does, and keeps a picture of each look under this name where pictures are wanted. */
  judge: (page: Page, name: string) => Promise<void>;
}

export interface Screen {
  /** For messages, for example "dark phone". */
  name: string;
  colorScheme: "light" | "dark";
  device: "phone" | "desktop";
}

/** Where pictures of what is looked at are kept, to be judged by eye; undefined: none are wanted. */
export const picturesDir = process.env.SCREENSHOTS_DIR;

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const wcag22AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

export interface Watch {
  expected: RegExp[];
  printed: string[];
  follow(context: BrowserContext): void;
}

export const test = base.extend<Fixtures & { watch: Watch }, WorkerFixtures>({
  serverSettings: [{}, { option: true, scope: "worker" }],

  server: [
    async ({ serverSettings }, use) => {
      const server = await launchServer(serverSettings);
      try {
        await use(server);
      } finally {
        await server.dispose();
      }
    },
    { scope: "worker", timeout: 60_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
  watch: async ({}, use) => {
    const watch: Watch = {
      expected: [],
      printed: [],
      follow: (context) => {
        context.on("console", (message) => {
          if (message.type() === "error") watch.printed.push(`${message.text()} (${message.location().url})`);
        });
        context.on("weberror", (error) =>
          watch.printed.push(`Uncaught: ${error.error().stack ?? error.error().message}`),
        );
      },
    };
    await use(watch);
    const surprises = watch.printed.filter((line) => !watch.expected.some((pattern) => pattern.test(line)));
    expect(surprises, "a page printed errors; use expectConsoleError(pattern) where that is right").toEqual([]);
  },

  context: async ({ context, watch }, use) => {
    watch.follow(context);
    await use(context);
  },

  expectConsoleError: async ({ watch }, use) => {
    await use((pattern) => {
      watch.expected.push(pattern);
    });
  },

  openWindow: async ({ browser, watch, contextOptions, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL === undefined ? {} : { baseURL }),
        ...options,
      });
      watch.follow(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
  axe: async ({}, use) => {
    await use(async (page) => {
      await waitForTransitions(page);
      await checkWithAxe(page, page.url());
    });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
  screens: async ({}, use) => {
    await use(async (page, look) => {
      const before = page.viewportSize();
      for (const device of ["desktop", "phone"] as const) {
        for (const colorScheme of ["light", "dark"] as const) {
          const name = `${colorScheme} ${device}`;
          await page.setViewportSize(viewports[device]);
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await waitForTransitions(page);
          await expect
            .poll(
              () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
              {
                message: `${name}: ${page.url()} scrolls sideways`,
              },
            )
            .toBeLessThanOrEqual(0);
          await checkWithAxe(page, `${name}: ${page.url()}`);
          await look?.({ name, colorScheme, device });
        }
      }
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
      if (before) await page.setViewportSize(before);
    });
  },

  judge: async ({ screens }, use) => {
    await use((page, name) => screens(page, (screen) => keepPicture(page, `${name} ${screen.name}`)));
  },
});

/** Keeps what a page shows, all of its height, where pictures are wanted. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (picturesDir === undefined) return;
  await page.screenshot({ path: join(picturesDir, `${name}.png`.replaceAll(" ", "-")), fullPage: true });
}

/** Half-changed colours are no colours to judge by. What moves for ever, such as a spinner, is not waited for. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A colour that is inherited begins to change when its parent's change is done: until a frame shows none.
    for (;;) {
      await nextFrame();
      await nextFrame();
      const passing = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      if (passing.every(({ playState }) => playState === "finished")) return;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
  });
}

async function checkWithAxe(page: Page, what: string): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(wcag22AA);
  // Otherwise every look opens another tab to bring together what the frames of a page say. Most have but the one.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
  const problems = violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary ?? violation.help}`,
    ),
  );
  expect(problems, `${what} is not accessible`).toEqual([]);
}
