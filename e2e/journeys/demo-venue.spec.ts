import { exampleMuseum } from "@blueprint/scene/example-museum";
import { anchorsOf, expectScanShown, sceneOf } from "../harness/editor.ts";
import { embedSettings } from "../harness/embed-settings.ts";
import { expect, test } from "../harness/people.ts";

const banner = "Nothing here is saved.";
const [welcome] = exampleMuseum.anchors;

test("protected screens open on the demo venue without an account, and the server reveals nothing", async ({
  page,
  server,
  screens,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|v0|files|collab)\//.test(pathname)) asked.push(pathname);
  });
  for (const [path, heading] of [
    ["/dashboard?test=true", "Blueprints"],
    ["/create-blueprint?resetOnboarding=true", "New blueprint"],
    ["/profile?test=true", "Profile"],
    ["/blueprints/example/ai-studio?test=true", "AI studio"],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText(banner)).toBeVisible();
      expect(page.url()).toBe(server.url + path);
      await screens(page);
    });
  }

  await test.step("the studio's plain search works on the demo's own texts", async () => {
    await page.getByLabel("Search anchors").fill("wheelchair");
    await expect(page.getByText("1 of 10 anchors")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Step-free entrance" })).toBeVisible();
  });

  await test.step("the editor shows the place and its anchors, and changes nothing", async () => {
    await page.goto("/dashboard?test=true");
    await page.getByRole("link", { name: exampleMuseum.name }).click();
    await expect(page).toHaveURL(/\/blueprint-editor\?test=true$/);
    await expect(page.getByText(banner)).toBeVisible();
    await expectScanShown(page);
    await page
      .getByRole("button", { name: `1 ${welcome.title}` })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Anchor" })).toContainText("Thursday until 20:00");
    await screens(page);
  });

  // It asks who is signed in, but for nothing that belongs to an account.
  expect([...new Set(asked)]).toEqual(["/api/session"]);
  for (const path of ["/api/me?test=true", "/api/me?resetOnboarding=true"]) {
    expect((await page.request.get(path)).status()).toBe(401);
  }
});

test("without the parameters the same screen asks for sign-in", async ({ page }) => {
  await page.goto("/dashboard?test=1");
  await expect(page).toHaveURL(/\/login/);
});

test("the parameters change nothing for people who are signed in", async ({ person, openWindowOf }) => {
  const page = await (await openWindowOf(await person())).newPage();
  await page.goto("/dashboard?resetOnboarding=true");
  await expect(page.getByRole("heading", { name: "No blueprints yet" })).toBeVisible();
  await expect(page.getByText(banner)).toHaveCount(0);
});

test("the home page's first picture can be walked in at once", async ({ page, screens }) => {
  const models: string[] = [];
  page.on("request", (request) => {
    if (/tiles\/|tileset|scene-canvas/.test(request.url())) models.push(request.url());
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Walk in" })).toBeVisible();
  expect(models, "nothing of the 3D view is loaded for the first picture").toEqual([]);
  await page.getByRole("button", { name: "Walk in" }).click();
  await expectScanShown(page);
  await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "walk");

  const before = await sceneOf(page).getAttribute("data-camera");
  await page.getByRole("button", { name: "Next mark" }).click();
  await expect(page.getByText(`1 · ${welcome.title}`)).toBeVisible();
  await expect.poll(() => sceneOf(page).getAttribute("data-camera")).not.toBe(before);
  await screens(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Walk in" })).toBeVisible();
});

test("a new account adds the example museum and opens it in the editor", async ({ person, openWindowOf }) => {
  const page = await (await openWindowOf(await person())).newPage();
  // The list shows the new blueprint, and the button is gone, before the response arrives.
  await page.route("**/api/sample-blueprint", async (route) => {
    const response = await route.fetch();
    await expect(page.getByRole("link", { name: exampleMuseum.name })).toBeVisible();
    await route.fulfill({ response });
  });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add example museum" }).click();
  await expect(page).toHaveURL(/\/blueprint-editor\/[0-9a-f-]{36}$/);
  await expect(anchorsOf(page)).toHaveCount(exampleMuseum.anchors.length);
  await expectScanShown(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: exampleMuseum.name })).toBeVisible();
});

test("the internal scene opens in the visitors' viewer with the installation's code, and with no other", async ({
  page,
}) => {
  const museum = page.getByRole("heading", { level: 1, name: exampleMuseum.name });
  const closed = page.getByRole("heading", { name: "This place is not open to visitors" });
  await test.step("an installation without a code has none", async () => {
    for (const code of ["", "undefined", "right-code"]) {
      await page.goto(`/webxr?code=${code}`);
      await expect(closed).toBeVisible();
    }
  });
  await embedSettings(page, { VITE_SCENE_ACCESS_CODE: "right-code" });
  await page.goto("/webxr?code=wrong-code");
  await expect(closed).toBeVisible();
  await page.goto("/webxr?code=right-code");
  await expectScanShown(page);
  await expect(museum).toBeVisible();
  await page.getByRole("link", { name: "Text version", exact: true }).click();
  await expect(page.getByRole("heading", { name: welcome.title })).toBeVisible();
  await page.getByRole("link", { name: "Open in 3D" }).click();
  await expectScanShown(page);
});
