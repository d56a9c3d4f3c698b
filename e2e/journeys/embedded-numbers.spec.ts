import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createApiClient } from "@blueprint/contract/api-client";
import { updateBlueprint } from "@blueprint/contract/blueprints";
import { beginVisit, reportVisit } from "@blueprint/contract/visits";
import type { FrameLocator, Page } from "@playwright/test";
import { publishFullHouse } from "../harness/full-house.ts";
import { expect, test } from "../harness/people.ts";
import { keepPicture } from "../harness/test.ts";

const browserName =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36";
const opening = "Welcome and opening hours";
/** Must stay text on every screen. */
const name = `Mill <img src=x onerror="document.title='broken'"> & "Sons"`;

/** A page on another host than the server: a site of its own. */
async function openSite(): Promise<{ origin: string; show(markup: string): void; close(): void }> {
  let shown = "";
  const pages = createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Museum</title><main><h1>Museum</h1>${shown}</main></html>`);
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`,
    show: (markup) => {
      shown = markup;
    },
    close: () => pages.close(),
  };
}

/** Asks for the numbers again, as the page does each minute. */
async function letMinutePass(page: Page): Promise<void> {
  await page.clock.fastForward(61_000);
}

test("a team shows chosen numbers on its own site and on no other, until it revokes them", async ({
  page,
  person,
  server,
  openWindowOf,
  judge,
  axe,
  expectConsoleError,
}) => {
  // What browsers print of a frame that a site may not show, of a refused address, and of a token that has ended.
  expectConsoleError(/frame-ancestors|Framing|status of 4(00|10)/);
  const owner = await person({ name: "Emma Embeds" });
  const house = await publishFullHouse(server, owner);
  await owner.api(updateBlueprint, { params: { blueprintId: house.id }, body: { name } });
  const teamPage = await (await openWindowOf(owner)).newPage();
  const dialog = teamPage.getByRole("dialog", { name: "Embed these numbers" });
  const [own, foreign] = [await openSite(), await openSite()];
  const frame: FrameLocator = page.frameLocator("iframe");
  try {
    const code = await test.step("the code is made for one site", async () => {
      await teamPage.goto(`/dashboard?numbers=${house.id}`);
      await teamPage.getByRole("button", { name: "Embed", exact: true }).click();
      await dialog.getByLabel("Sites that show it").fill("https://www.museum.example/visit");
      await dialog.getByRole("button", { name: "Create embed" }).click();
      await expect(dialog.getByText("without a path")).toBeVisible();
      await dialog.getByLabel("Sites that show it").fill(own.origin);
      for (const figure of ["Cards", "Devices"]) await dialog.getByRole("checkbox", { name: figure }).check();
      await judge(teamPage, "embed new");
      await dialog.getByRole("button", { name: "Create embed" }).click();
      await dialog.getByLabel("Language").selectOption("English");
      await judge(teamPage, "embed code");
      return await dialog.getByRole("textbox", { name: "Embed code" }).inputValue();
    });
    for (const site of [own, foreign]) site.show(code);
    const stored: string[] = [];
    page.on("request", (request) => {
      if (request.url().startsWith(server.url)) stored.push(request.headers().cookie ?? "");
    });
    await page.clock.install();
    await test.step("before the first visit, and with too few visitors", async () => {
      await page.goto(own.origin);
      await expect(frame.getByText("No visits yet")).toBeVisible();
    });
    await test.step("five visitors come", async () => {
      const { anchors } = (await (await fetch(`${server.url}/api/published/${house.slug}`)).json()).scene as {
        anchors: { id: string; title: string }[];
      };
      const id = anchors.find(({ title }) => title === opening)?.id ?? "";
      for (const number of [1, 2, 3, 4, 5]) {
        const headers = { "user-agent": `${browserName} Edg/${number}` };
        const visitor = createApiClient({ baseUrl: server.url, headers });
        const body = { form: "scene", device: "phone", site: "example.org" } as const;
        const { visit } = await visitor(beginVisit, { params: { slug: house.slug }, body });
        const events = [
          { at: 10, what: { kind: "anchor", id } as const },
          { at: 11, what: { kind: "seen", seconds: 90 } as const },
        ];
        await visitor(reportVisit, { body: { visit: visit ?? "", events } });
      }
    });
    await test.step("the open page shows them after a while, in a frame without cookies", async () => {
      const cards = frame.getByRole("table", { name: "Cards opened" });
      await expect(async () => {
        await letMinutePass(page);
        await expect(cards.getByRole("row", { name: `${opening} 5 5` })).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
      await expect(frame.getByRole("heading", { name: name })).toBeVisible();
      await expect(frame.getByRole("table", { name: "Devices" }).getByRole("row", { name: "Phone 5 5" })).toBeVisible();
      await expect(frame.getByRole("table", { name: "Where visitors come from" })).toHaveCount(0);
      await frame.getByText("Show as a table").click();
      await expect(frame.getByRole("table", { name: "Visits of each day" }).getByRole("row").last()).toContainText("5");
      await frame.getByText("Show as a table").click();
      expect([...new Set(stored)], "cookies").toEqual([""]);
      const link = frame.getByRole("link", { name: /opens in a new tab/ });
      expect(await link.getAttribute("target")).toBe("_blank");
      await axe(page);
    });
    await test.step("at every width, in both colours", async () => {
      const source = new URL((await page.locator("iframe").getAttribute("src")) ?? "");
      for (const [width, theme, lang] of [
        [320, "light", "en"],
        [900, "light", "en"],
        [320, "dark", "de"],
        [900, "dark", "de"],
      ] as const) {
        source.searchParams.set("theme", theme);
        source.searchParams.set("lang", lang);
        const src = source.href.replaceAll("&", "&amp;");
        own.show(`<iframe src="${src}" title="Numbers" width="${width}" height="1000" style="border:0"></iframe>`);
        await page.setViewportSize({ width: width + 40, height: 1_100 });
        await page.goto(own.origin);
        await expect(frame.getByRole("table").last()).toBeVisible();
        await expect(frame.locator("html")).toHaveAttribute("data-theme", theme);
        await expect(frame.locator("html")).toHaveAttribute("lang", lang);
        const sideways = await frame.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
        expect(sideways, `${width} ${theme}`).toBeLessThanOrEqual(0);
        await axe(page);
        await keepPicture(page, `embed frame ${width} ${theme}`);
      }
    });
    await test.step("another site can't show them", async () => {
      await page.goto(foreign.origin);
      await expect.poll(() => page.frames()[1]?.url() ?? "").toMatch(/^chrome-error:/);
    });
    await test.step("the list says when they were last shown, and the open page stops after they are revoked", async () => {
      own.show(code);
      await page.goto(own.origin);
      await expect(frame.getByRole("heading", { name: name })).toBeVisible();
      await dialog.getByRole("button", { name: "All embeds" }).click();
      await expect(dialog.getByRole("listitem")).toContainText(/Last shown/);
      await judge(teamPage, "embed list");
      await teamPage.setViewportSize({ width: 1440, height: 900 });
      await keepPicture(teamPage, "embed list wide");
      await dialog.getByRole("button", { name: /^Change/ }).click();
      await dialog.getByRole("checkbox", { name: "Devices" }).uncheck();
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog.getByRole("listitem")).not.toContainText("Devices");
      await letMinutePass(page);
      await expect(frame.getByRole("table", { name: "Devices" })).toHaveCount(0);
      await expect(frame.getByRole("table", { name: "Cards opened" })).toBeVisible();
      await dialog.getByRole("button", { name: /^Revoke/ }).click();
      await teamPage.getByRole("button", { name: "Revoke embed" }).click();
      await expect(dialog.getByText("Revoked", { exact: true })).toBeVisible();
      await letMinutePass(page);
      await expect(frame.getByText("These numbers are no longer shown here")).toBeVisible();
      await expect(frame.getByRole("table")).toHaveCount(0);
      await page.reload();
      await expect(frame.getByText("These numbers are no longer shown here")).toBeVisible();
      await axe(page);
      await keepPicture(page, "embed ended");
    });
  } finally {
    for (const site of [own, foreign]) site.close();
  }
});
