import type { Page } from "@playwright/test";
import { expect, type Person, test } from "../harness/people.ts";

const address = "/create-blueprint?note=kept#kept";
const mapFile = /\/assets\/map-canvas-.*\.js$/;
const mapOf = (page: Page) => page.locator("[data-map]");
const unloaded = (page: Page) => page.getByText("Couldn't load the map.");

/** Opens a page of this version; a lazily loaded part of it is gone from the server. */
async function openOldTab(page: Page): Promise<{ loads: () => number }> {
  let loads = 0;
  // The map is far below the first screen.
  await page.setViewportSize({ width: 390, height: 500 });
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  await page.route(mapFile, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "New blueprint" })).toBeVisible();
  return { loads: () => loads };
}

/**
 * From now on the server has pages of another version, which start with a script of another name. Both names lead to
 * the same file, so that these pages work.
 */
async function replaceVersion(page: Page, version: number): Promise<void> {
  await page.route(
    (url) => url.pathname === "/" || url.pathname === "/create-blueprint",
    async (route) => {
      const response = await route.fetch();
      const name = `/assets/${"./".repeat(version)}`;
      const body = (await response.text()).replace(/(<script type="module"[^>]* src=")\/assets\//, `$1${name}`);
      await route.fulfill({ response, body });
    },
  );
}

/** Requests the missing part again, until the page knows the server's version. */
async function tryAgain(page: Page): Promise<void> {
  const checked = page.waitForResponse((response) => new URL(response.url()).pathname === "/");
  await page.getByRole("button", { name: "Try again" }).click();
  await checked;
}

const showMap = (page: Page) =>
  page
    .locator("section[aria-labelledby=place-heading]")
    .evaluate((section) => section.scrollIntoView({ block: "end" }));

async function openPage(
  person: () => Promise<Person>,
  openWindowOf: (person: Person) => Promise<{ newPage(): Promise<Page> }>,
) {
  return (await openWindowOf(await person())).newPage();
}

test("a tab from before a rebuild loads the new version once, at its address, and continues", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  const page = await openPage(person, openWindowOf);
  const tab = await openOldTab(page);
  await replaceVersion(page, 2);
  await page.unroute(mapFile);
  await page.route(mapFile, (route) =>
    tab.loads() === 1 ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  await showMap(page);
  await expect.poll(tab.loads).toBe(2);
  await expect(page).toHaveURL(address);
  await showMap(page);
  await expect(mapOf(page)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  expect(tab.loads()).toBe(2);
});

test("a file that the new version also lacks is reported, not loaded forever; the same version never loads again", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404|ERR_FAILED/);
  const page = await openPage(person, openWindowOf);
  const tab = await openOldTab(page);
  await showMap(page);
  await expect(unloaded(page)).toBeVisible();
  await tryAgain(page);
  await expect(unloaded(page)).toBeVisible();
  expect(tab.loads()).toBe(1);

  await replaceVersion(page, 2);
  await tryAgain(page);
  await expect.poll(tab.loads).toBe(2);
  await showMap(page);
  await expect(unloaded(page)).toBeVisible();

  // Two alternating versions, as during a roll-out: each is left once.
  for (const [version, loads] of [
    [3, 3],
    [2, 4],
    [3, 4],
  ] as const) {
    await replaceVersion(page, version);
    await tryAgain(page);
    await expect.poll(tab.loads).toBe(loads);
    await showMap(page);
    await expect(unloaded(page)).toBeVisible();
  }
  // What still asks for the served version is answered before the page closes.
  await page.unrouteAll({ behavior: "wait" });
  expect(tab.loads()).toBe(4);
});
