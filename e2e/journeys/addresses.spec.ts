import type { Page } from "@playwright/test";
import { expect, test } from "../harness/people.ts";
import { makeBlueprint, makeReadyBlueprint, publish } from "../harness/scans.ts";
import { fillSignIn } from "../harness/sign-in.ts";

// spec §1 and §2, to the letter: each area, its address and the heading that signed-out visitors see there.
const publicScreens: readonly (readonly [area: string, path: string, heading: string | RegExp])[] = [
  ["home", "/", /place people can walk/],
  ["pricing", "/pricing", /^Pay for what is open/],
  ["business search", "/search", "Find a venue"],
  ["login", "/login", "Sign in"],
  ["discover", "/discover", "Discover places"],
  ["how it works", "/how-it-works", "One file in, one address out."],
  ["onboarding", "/onboarding", "Onboarding"],
  ["workspace", "/workspace", "Workspace"],
  ["help", "/help", "How can we help?"],
  ["blog", "/blog", "Eight kinds of places, eight jobs."],
  ["plan management", "/manage-plan", "Plan"],
  ["team members", "/team-members", "Team members"],
  ["settings", "/settings", "Settings"],
  ["scanner portal", "/scanner-portal", "Get your venue scanned."],
  ["invite acceptance", "/accept-invite", "This link has no invitation"],
  ["pilot program", "/pilot-program", "One place, one job, one honest answer."],
  ["short-link page", "/go", "This link has no code"],
  ["place", "/webxr", "Which place would you like to visit?"],
  ["privacy policy", "/privacy", "What is stored, and who decides."],
  ["terms", "/terms", "What you can expect, and what we expect of you."],
  ["FAQ", "/faq", "Short answers."],
  ["venue materials", "/venue-materials", /./],
  ["embedded calendar", "/embed/calendar", /./],
  ["embedded dashboard", "/embed/dashboard", /./],
  ["blueprint claim", "/claim-blueprint", "Your venue, someone else’s blueprint?"],
];
const articles = [
  "/blog/warehouse-os",
  "/blog/retail-os",
  "/blog/property-os",
  "/blog/museum-os",
  "/blog/hospitality-os",
  "/blog/restaurant-os",
  "/blog/workplace-os",
  "/blog/robotics-os",
];

/** spec §2: the toast viewport is on every screen, and F8 focuses it. */
async function expectToastViewport(page: Page): Promise<void> {
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: /^Notifications/ }).getByRole("list")).toBeFocused();
}

test("every public screen opens for anyone on a direct load, with the toast viewport", async ({ page }) => {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  const screens = [...publicScreens, ...articles.map((path) => ["industry pages", path, /./] as const)];
  for (const [area, path, heading] of screens) {
    await test.step(`${area}: ${path}`, async () => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText("404 Page Not Found")).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(path);
      await expectToastViewport(page);
      const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations);
      expect(violations, "the page keeps to its own policy").toEqual([]);
    });
  }
  await page.goto("/help");
  await expect(page.getByRole("heading", { name: "Write to us" }), "the contact form").toBeVisible();
});

test("every protected screen opens for a signed-in user, with the toast viewport", async ({ person, openWindowOf }) => {
  const owner = await person();
  const { id } = await makeBlueprint(owner, "Hall");
  const page = await (await openWindowOf(owner)).newPage();
  const screens: readonly (readonly [area: string, path: string, heading: string | RegExp])[] = [
    ["blueprint creation", "/create-blueprint", "New blueprint"],
    ["dashboard", "/dashboard", /./],
    ["profile", "/profile", /./],
    ["blueprint editor", "/blueprint-editor", "Open a blueprint"],
    ["blueprint editor", `/blueprint-editor/${id}`, /./],
    ["blueprint editor", "/BlueprintEditor", "Open a blueprint"],
    ["blueprint editor", `/BlueprintEditor/${id}`, /./],
    ["AI studio", `/blueprints/${id}/ai-studio`, "AI studio"],
    ["workspace", "/workspace", /./],
    ["plan management", "/manage-plan", /./],
    ["team members", "/team-members", /./],
    ["settings", "/settings", /./],
  ];
  for (const [area, path, heading] of screens) {
    await test.step(`${area}: ${path}`, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading }).first()).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
      await expectToastViewport(page);
    });
  }
  await page.goto("/workspace");
  await expect(page.getByRole("heading", { name: "Workflows", exact: true }), "the workflow hub").toBeVisible();
});

test("the app is one page: moving between screens loads no other", async ({ page }) => {
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  await page.goto("/faq");
  await page.getByRole("link", { name: "Pricing" }).first().click();
  await expect(page).toHaveURL("/pricing");
  await expect(page.getByRole("heading", { level: 1, name: /^Pay for what is open/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Short answers." })).toBeVisible();
  expect(loads).toBe(1);
});

const queries = [
  "?a=1&a=2",
  "?v=1.0&big=1e5",
  "?id=12345678901234567890",
  "?q=%22x%22&ref=123456",
  "?list=[1,2]&yes=true&no=null&bare",
] as const;

test("aliases lead to their screen and keep the query byte for byte", async ({ page }) => {
  const aliases = {
    "/sign-in": "/login",
    "/create-account": "/login",
    "/off-waitlist-signup": "/onboarding",
    "/outbound-signup": "/onboarding",
  };
  for (const [alias, path] of Object.entries(aliases))
    for (const query of queries) {
      await page.goto(alias + query);
      await expect(page.locator("h1").first()).toBeVisible();
      await expect.poll(() => page.url().slice(new URL(page.url()).origin.length), alias).toBe(path + query);
    }
});

test("a screen leaves its address unchanged, including unknown parameters", async ({ page, expectConsoleError }) => {
  // No short link has this code.
  expectConsoleError(/status of 404/);
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
    // A page that is still opening its event stream would get a 401.
    await page.goto("about:blank");
    await page.context().clearCookies();
  }
});

test("a truncated link says so", async ({ page }) => {
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

test("a visitor's page whose code cannot be loaded says so, after one reload at most, and opens once the code is there", async ({
  server,
  person,
  page,
  openWindow,
  expectConsoleError,
}) => {
  expectConsoleError(/./);
  const owner = await person();
  const blueprint = await makeReadyBlueprint(server, owner);
  await publish(owner, blueprint);
  const place = `/webxr?b=${blueprint.slug}`;
  const failed = page.getByRole("heading", { name: "Something went wrong. Please try again.", exact: true });
  const code = /\/assets\/start-app-.*\.js$/;
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  await page.route(code, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(place);
  await expect(failed).toBeVisible();
  await expect.poll(() => loads).toBe(1);

  // The server has another version: the page reloads once, and stays as it is if that does not help.
  let looks = 0;
  await page.route(/\/webxr\?b=/, (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    looks += 1;
    const body = '<script type="module" src="/assets/place-newer.js"></script>';
    return route.fulfill({ contentType: "text/html", body });
  });
  loads = 0;
  await page.reload();
  await expect.poll(() => looks).toBe(2);
  await expect(failed).toBeVisible();
  // The browser reports a load a little after the page shows it.
  await expect.poll(() => loads).toBe(2);

  await page.unroute(code);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: blueprint.name })).toBeVisible();
  await expect(failed).toHaveCount(0);

  const german = await (await openWindow({ locale: "de-CH" })).newPage();
  await german.route(code, (route) => route.fulfill({ status: 404, body: "" }));
  await german.goto(place);
  await expect(german.getByRole("button", { name: "Erneut versuchen" })).toBeVisible();
  await expect(german.locator("html")).toHaveAttribute("lang", "de");
});

test("a place whose 3D view cannot be loaded says so, and its text version still opens", async ({
  server,
  person,
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/./);
  const owner = await person();
  const blueprint = await makeReadyBlueprint(server, owner);
  await publish(owner, blueprint);
  await page.route(/\/assets\/scene-canvas-.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`/webxr?b=${blueprint.slug}`);
  await expect(page.getByRole("alert").getByText("The 3D view could not be loaded")).toBeVisible();
  await page.getByRole("link", { name: "Text version", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
});

test("any other path says that it was not found, with that status", async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404/);
  for (const path of [
    "/nowhere",
    "/index.html",
    "/place.html",
    "/embed.html",
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

test("the editor has two addresses, and the id is optional in both", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // From the blueprint that does not exist.
  expectConsoleError(/status of 404/);
  const page = await (await openWindowOf(await person())).newPage();
  for (const path of ["/blueprint-editor", "/BlueprintEditor"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Open a blueprint" })).toBeVisible();
    await page.goto(`${path}/00000000-0000-4000-8000-000000000000`);
    await expect(page.getByRole("heading", { name: "Blueprint not found" })).toBeVisible();
    expect(new URL(page.url()).pathname.startsWith(path)).toBe(true);
  }
});

test("a protected screen that fails says so, and can be retried", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  expectConsoleError(/./);
  const owner = await person();
  await makeBlueprint(owner, "Hall");
  const page = await (await openWindowOf(owner)).newPage();
  // A response that no screen can render: its date is invalid.
  await page.route(/\/api\/blueprints\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"soon"') });
  });
  await page.goto("/dashboard");
  await expect(page.getByText("Something went wrong. Please try again.", { exact: true })).toBeVisible();
  await page.unroute(/\/api\/blueprints\?/);
  await page.getByRole("button", { name: "Try again" }).click();
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
  // spec §8: the text for data queries with status 500 and above.
  await expect(panel).toContainText("500: Internal Server Error");
  await page.unroute(/\/api\/session/);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Blueprints" })).toBeVisible();
});
