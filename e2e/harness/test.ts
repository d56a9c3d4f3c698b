import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type LaunchOptions,
  type Page,
} from "@playwright/test";
import { type LaunchedServer, launchServer } from "./launch-server.ts";

export { expect };

export interface WorkerFixtures {
  /**
   * Settings of the worker's server in addition to the harness's: `test.use({ serverSettings: { CONVERTERS: "0" } })`.
   */
  serverSettings: Record<string, string>;
  /** Launch options of a complete browser, with profiles and a popup blocker; `page` runs in a headless one. */
  wholeBrowser: LaunchOptions;
  /** The running product; a worker's journeys share it, so each journey creates its own team or blueprint. */
  server: LaunchedServer;
}

export interface Fixtures {
  /** Lets pages of this test print matching errors; any other `console.error` or uncaught error fails it. */
  expectConsoleError: (pattern: RegExp) => void;
  /** Another user: a browser window with its own cookies. Its pages are watched like `page`, and closed at the end. */
  openWindow: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Fails on violations of WCAG 2.2 AA that a machine can detect. */
  axe: (page: Page) => Promise<void>;
  /** Checks a page in light and dark, on a phone and on a desktop: accessible, and no horizontal scrolling. */
  screens: (page: Page, look?: (screen: Screen) => Promise<void>) => Promise<void>;
  /** Checks like `screens`, and saves a picture of each variant under this name where pictures are wanted. */
  judge: (page: Page, name: string) => Promise<void>;
}

export interface Screen {
  /** For messages, for example "dark phone". */
  name: string;
  colorScheme: "light" | "dark";
  device: "phone" | "desktop";
}

/** Folder for pictures to review by eye; undefined: none are wanted. */
export const picturesDir = process.env.SCREENSHOTS_DIR;

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** The rules of WCAG 2.2 AA that look at colours: all that a dark page can break if it differs in nothing else. */
const colourRules = ["color-contrast", "link-in-text-block"];
const wcag22AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

export interface Watch {
  expected: RegExp[];
  printed: string[];
  follow(context: BrowserContext): void;
}

export interface AutomaticFixtures {
  watch: Watch;
  /** Prints the server's warnings during a test that fails. */
  serverOutput: undefined;
}

export const test = base.extend<Fixtures & AutomaticFixtures, WorkerFixtures>({
  serverSettings: [{}, { option: true, scope: "worker" }],

  wholeBrowser: [{}, { option: true, scope: "worker" }],

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

  serverOutput: [
    async ({ server }, use, testInfo) => {
      const before = server.printed().length;
      await use(undefined);
      const printed = server.printed().slice(before);
      if (testInfo.status !== testInfo.expectedStatus && printed !== "")
        process.stderr.write(`The server printed during "${testInfo.title}":\n${printed.slice(-4_000)}\n`);
    },
    { auto: true },
  ],

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
        let judged: string | null = null;
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
          const structure = await readStructure(page);
          await checkWithAxe(page, `${name}: ${page.url()}`, structure === judged ? colourRules : null);
          judged = structure;
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

/** Saves a picture of a page at full height, where pictures are wanted. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (picturesDir === undefined) return;
  await page.screenshot({ path: join(picturesDir, `${name}.png`.replaceAll(" ", "-")), fullPage: true });
}

/** Colours must be judged after their transition. Endless animations such as spinners are not awaited. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // An inherited colour starts to change when its parent's change is done: repeat until a frame shows none.
    for (;;) {
      await nextFrame();
      await nextFrame();
      const passing = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      if (passing.every(({ playState }) => playState === "finished")) return;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
  });
}

/** Everything that rules other than those about colours look at: the markup, and where each element is. */
async function readStructure(page: Page): Promise<string> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll("body *")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join();
    });
    return `${document.documentElement.outerHTML}\n${boxes.join(" ")}`;
  });
}

/** @param rules only these; null for all of WCAG 2.2 AA */
async function checkWithAxe(page: Page, what: string, rules: string[] | null = null): Promise<void> {
  // The library is half a megabyte of script: a page that has it gets it no second time.
  const isLoaded = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: "0" } : { page }).options({ resultTypes: ["violations"] });
  if (rules === null) axe.withTags(wcag22AA);
  else axe.withRules(rules);
  // Otherwise every check opens another tab to merge the results of the page's frames. Most pages have just one.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
  const problems = violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary ?? violation.help}`,
    ),
  );
  expect(problems, `${what} is not accessible`).toEqual([]);
}
