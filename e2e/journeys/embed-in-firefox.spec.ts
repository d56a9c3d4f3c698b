import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { changeSharing } from "@blueprint/contract/sharing";
import { type Browser, launch, type Page } from "puppeteer-core";
import { openForeignSite } from "../harness/foreign-site.ts";
import { publishFullHouse } from "../harness/full-house.ts";
import { expect, test } from "../harness/people.ts";

const firefoxPath = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "firefox-esr"))
  .find((path) => existsSync(path));
test.skip(firefoxPath === undefined, "needs Debian's firefox-esr");

/** A Firefox that refuses cookies and storage to frames of other sites: using them throws. */
async function openFirefox(): Promise<Browser> {
  return await launch({
    browser: "firefox",
    executablePath: firefoxPath ?? "",
    headless: true,
    extraPrefsFirefox: { "network.cookie.cookieBehavior": 1, "intl.accept_languages": "en" },
  });
}

async function openSite(serverUrl: string, src: string) {
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Museum</title>`;
  const body = `${head}<script type="module" src="${serverUrl}/embed.js"></script><h1>Visit us</h1><blueprint-embed src="${src}" lang="en"></blueprint-embed>`;
  return await openForeignSite({ "/": { type: "text/html", body } });
}

/** Runs in the page: what a selector finds within the element's shadow. */
const inElement = (page: Page, selector: string) =>
  page.evaluateHandle(
    (wanted) => document.querySelector("blueprint-embed")?.shadowRoot?.querySelector(wanted),
    selector,
  );

test("Firefox, with storage blocked, shows an embedded place on a foreign site", async ({ server, operator }) => {
  const house = await publishFullHouse(server, operator);
  const url = `${server.url}/webxr?b=${house.slug}&text=1`;
  await using site = await openSite(server.url, url.replaceAll("&", "&amp;"));
  await using other = await openSite(server.url, url.replaceAll("&", "&amp;"));
  await operator.api(changeSharing, { params: { blueprintId: house.id }, body: { embedOrigins: [site.origin] } });
  const firefox = await openFirefox();
  try {
    const page = await firefox.newPage();
    await test.step("the picture, then the place once a visitor walks in", async () => {
      await page.goto(site.origin);
      await page.waitForFunction(
        (name) => document.querySelector("blueprint-embed")?.shadowRoot?.textContent?.includes(name),
        {},
        house.name,
      );
      expect(page.frames()).toHaveLength(1);
      const button = (await inElement(page, "button")).asElement();
      await (button as NonNullable<typeof button> & { click(): Promise<void> }).click();
      await expect.poll(() => page.frames().length).toBe(2);
      const frame = page.frames()[1];
      await frame?.waitForFunction(() => document.body.textContent?.includes("Tuesday to Sunday"));
      const isStorageRefused = await frame?.evaluate(() => {
        try {
          return localStorage === null;
        } catch {
          return true;
        }
      });
      expect(isStorageRefused).toBe(true);
    });
    await test.step("a site that may not embed it says so", async () => {
      await page.goto(other.origin);
      await page.waitForFunction(() => {
        const shadow = document.querySelector("blueprint-embed")?.shadowRoot;
        return shadow?.querySelector("a[href*='/webxr']") !== null && shadow?.querySelector("button") === null;
      });
      expect(page.frames()).toHaveLength(1);
    });
  } finally {
    await firefox.close();
  }
});
