import type { Page } from "@playwright/test";
import { expectScanShown, sceneOf } from "../harness/editor.ts";
import { publishFullHouse } from "../harness/full-house.ts";
import { expect, test } from "../harness/people.ts";

let slug = "";

test.beforeAll(async ({ server, operator }) => {
  slug = (await publishFullHouse(server, operator)).slug;
});

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Opens an address and returns every position at which the camera came to rest. */
async function openWatched(page: Page, search: string): Promise<() => Promise<string[]>> {
  await page.goto("about:blank");
  await page.goto(`/webxr?b=${slug}&${search}`);
  await expectScanShown(page);
  await expect(sceneOf(page)).toHaveAttribute("data-camera", /,/);
  return () => page.evaluate(() => [...(window as unknown as { rests: Set<string> }).rests]);
}

test.beforeEach(async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    // A device without sharing of its own.
    Object.defineProperty(navigator, "share", { value: undefined });
    const rests = new Set<string>();
    Object.assign(window, { rests });
    new MutationObserver((changes) => {
      for (const { target } of changes) rests.add((target as HTMLElement).dataset.camera ?? "");
    }).observe(document, { attributes: true, attributeFilter: ["data-camera"], subtree: true });
  });
});

for (const [device, size] of [
  ["desktop", desktop],
  ["phone", phone],
] as const) {
  test(`a link opens an anchor, a view, a tour or a storey from the first picture on, on a ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const card = page.getByRole("region", { name: "Place", exact: true });
    await test.step("an anchor, whose link is shared from its card", async () => {
      const rests = await openWatched(page, "anchor=welcome");
      await expect(card).toContainText("Tuesday to Sunday");
      expect(await rests(), "no flight").toHaveLength(1);
      await card.getByRole("button", { name: "Share this place" }).click();
      await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
      const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      expect(Object.fromEntries(link.searchParams)).toEqual({ b: slug, anchor: "welcome" });
    });
    await test.step("a view", async () => {
      const rests = await openWatched(page, "view=corner");
      await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "fly");
      expect(await rests()).toEqual(["5.600,1.900,6.800"]);
      if (size === phone) await page.getByRole("button", { name: "More", exact: true }).click();
      else await page.getByRole("button", { name: "Share", exact: true }).click();
      const choice = { name: "Share the view “Across room 1”" };
      await page.getByRole(size === phone ? "button" : "menuitem", choice).click();
      const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      expect(link.searchParams.get("view")).toBe("corner");
    });
    await test.step("a tour, at its first stop", async () => {
      const rests = await openWatched(page, "tour=round");
      await expect(page.getByRole("region", { name: "Tour Round trip through all rooms" })).toBeVisible();
      await expect(card).toContainText("Tuesday to Sunday");
      expect(await rests()).toHaveLength(1);
    });
    await test.step("a storey, opened like a dollhouse", async () => {
      await openWatched(page, "storey=0");
      if (size === phone) await page.getByRole("button", { name: "More", exact: true }).click();
      else await page.getByRole("button", { name: "Share", exact: true }).click();
      await expect(page.getByRole(size === phone ? "button" : "menuitem", { name: /^Share Storey 1/ })).toBeVisible();
    });
  });
}

test("a link to what isn't there opens the place and says so in one sentence", async ({ page }) => {
  await openWatched(page, "anchor=gone");
  await expect(page.getByText("The link leads to a place that isn’t shown here any more.").first()).toBeVisible();
  await page.goto(`/webxr?b=${slug}&anchor=gone&text=1&lang=de`);
  await expect(page.getByRole("status").filter({ hasText: "Der Link führt zu einem Punkt" })).toBeVisible();
});

test("the text version opens at the linked anchor", async ({ page, axe }) => {
  await page.goto(`/webxr?b=${slug}&text=1&anchor=welcome`);
  const heading = page.getByRole("heading", { name: "Welcome and opening hours" }).first();
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await axe(page);
  await page.getByRole("link", { name: "Open in 3D" }).click();
  await expect(page.getByRole("region", { name: "Place", exact: true })).toContainText("Tuesday to Sunday");
});
