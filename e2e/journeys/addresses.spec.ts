import { aliasRoutes, articleRoutes, publicRoutes } from "@blueprint/contract/routes";
import { expect, test } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";
import { fillSignIn } from "../harness/sign-in.ts";

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

const queries = [
  "?a=1&a=2",
  "?v=1.0&big=1e5",
  "?id=12345678901234567890",
  "?q=%22x%22&ref=123456",
  "?list=[1,2]&yes=true&no=null&bare",
] as const;

test("aliases keep the query byte for byte, whatever it looks like", async ({ page }) => {
  for (const [alias, path] of Object.entries(aliasRoutes))
    for (const query of queries) {
      await page.goto(alias + query);
      await expect(page.locator("h1").first()).toBeVisible();
      await expect.poll(() => page.url().slice(new URL(page.url()).origin.length), alias).toBe(path + query);
    }
});

test("a screen leaves its address alone, also what it does not understand of it", async ({ page }) => {
  for (const address of ["/discover?map=1&industry=9&q=1.0", "/login?ref=abc&ask=1", "/search?q=1&q=2", "/go?c=0012"]) {
    await page.goto(address);
    await expect(page.locator("h1").first()).toBeVisible();
    await expect.poll(() => page.url().slice(new URL(page.url()).origin.length)).toBe(address);
  }
});

test("the stored destination comes back byte for byte after signing in", async ({ page, person }) => {
  const owner = await person();
  for (const query of queries) {
    const wanted = `/create-blueprint${query}#kept`;
    await page.goto(wanted);
    await page.waitForURL(/\/login$/);
    await fillSignIn(page, owner);
    await expect.poll(() => page.url().slice(new URL(page.url()).origin.length)).toBe(wanted);
    await expect(page.getByRole("link", { name: "Settings" }).first()).toBeVisible();
    await page.context().clearCookies();
  }
});

test("a link that lost its end says so", async ({ page }) => {
  await page.goto("/go");
  await expect(page.getByRole("heading", { name: "This link has no code" })).toBeVisible();
  await page.goto("/accept-invite");
  await expect(page.getByRole("heading", { name: "This link has no invitation" })).toBeVisible();
  await expect(page.getByText("undefined")).toHaveCount(0);
});

test("a screen whose code cannot be loaded says so, after one reload at most", async ({ page, expectConsoleError }) => {
  expectConsoleError(/./);
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  await page.goto("/faq");
  await page.route(/\/assets\/pricing-.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
  loads = 0;
  await page.getByRole("link", { name: "Pricing" }).first().click();
  await expect(page.getByText("Something went wrong. Please try again.", { exact: true })).toBeVisible();
  expect(loads).toBeLessThanOrEqual(1);
});

test("any other path says that it is not found, with the status of it", async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404/);
  for (const path of [
    "/nowhere",
    "/index.html",
    "/place.html",
    "/blog/unknown-os",
    "/blueprints/7",
    "/Pricing",
    "/dashboard/more",
  ]) {
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
