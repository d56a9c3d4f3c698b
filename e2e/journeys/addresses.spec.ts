import { aliasRoutes, articleRoutes, publicRoutes } from "@blueprint/contract/routes";
import { expect, test } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";

test("every public screen and article opens on a direct load, for anybody", async ({ page }) => {
  for (const path of [...publicRoutes, ...articleRoutes]) {
    await test.step(path, async () => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      // A view for embedding may leave the heading to the page around it.
      await expect(page.locator("main, h1").first()).toBeVisible();
      await expect(page.getByText("404 Page Not Found")).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(path);
    });
  }
});

test("aliases lead to their screen and keep the query", async ({ page }) => {
  for (const [alias, path] of Object.entries(aliasRoutes)) {
    await page.goto(`${alias}?from=mail&again=1`);
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("from"), searchParams.get("again")], alias).toEqual(["mail", "1"]);
  }
});

test("any other path says that it is not found, with the status of it", async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404/);
  for (const path of ["/nowhere", "/blog/unknown-os", "/blueprints/7", "/Pricing", "/dashboard/more"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByText("404 Page Not Found", { exact: true })).toBeVisible();
  }
});

test("the editor has two addresses, and an id may be left out of both", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // Of the blueprint that does not exist.
  expectConsoleError(/status of 404/);
  const page = await (await openWindowOf(await person())).newPage();
  for (const path of ["/blueprint-editor", "/BlueprintEditor"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Open a blueprint" })).toBeVisible();
    await page.goto(`${path}/00000000-0000-4000-8000-000000000000`);
    await expect(page.getByRole("heading", { name: "No such blueprint" })).toBeVisible();
    expect(new URL(page.url()).pathname.startsWith(path)).toBe(true);
  }
});

test("a protected screen that fails says so, and can be tried again", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  expectConsoleError(/./);
  const owner = await person();
  await makeBlueprint(owner, "Hall");
  const page = await (await openWindowOf(owner)).newPage();
  // An answer that no screen can draw: its date is none.
  await page.route(/\/api\/blueprints\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"soon"') });
  });
  await page.goto("/dashboard");
  await expect(page.getByText("Something went wrong. Please try again.", { exact: true })).toBeVisible();
  await page.unroute(/\/api\/blueprints\?/);
  await page.reload();
  await expect(page.getByRole("link", { name: "Hall" })).toBeVisible();
  await expect(page.getByText("Something went wrong. Please try again.")).toHaveCount(0);
});

test("a profile that cannot be loaded shows the generic panel with the message", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500/);
  const page = await (await openWindowOf(await person())).newPage();
  await page.route(/\/api\/session/, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await page.goto("/dashboard");
  const panel = page.getByRole("alert");
  await expect(panel.getByRole("heading", { name: "Something went wrong", exact: true })).toBeVisible();
  // spec §8: data queries of status 500 and above say it so.
  await expect(panel).toContainText("500: Internal Server Error");
  await page.unroute(/\/api\/session/);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Blueprints" }).first()).toBeVisible();
});
