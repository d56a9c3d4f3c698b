import { binBlueprint } from "@blueprint/contract/blueprints";
import { createTask } from "@blueprint/contract/tasks";
import { inviteToTeam } from "@blueprint/contract/teams";
import type { Page, Request } from "@playwright/test";
import { expect, joinTeam, test } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";

const listed = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

test("a list shows other people's changes, even after returning to it", async ({ server, person, openWindowOf }) => {
  const owner = await person({ name: "Olivia Osei" });
  const colleague = await person({ name: "Carl Castor" });
  await joinTeam(server, owner, colleague, "admin");
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const make = (name: string) => makeBlueprint(colleague, name, owner.teamId);
  const hall = await make("Harbour hall");
  await expect(listed(page, "Harbour hall")).toBeVisible();

  // Elsewhere in the app, without a page load in between.
  await page.getByRole("link", { name: "Settings" }).first().click();
  await expect(page).toHaveURL(/\/settings/);
  await make("Long gallery");
  await colleague.api(binBlueprint, { params: { blueprintId: hall.id } });
  await page.goBack();
  await expect(listed(page, "Long gallery")).toBeVisible();
  await expect(listed(page, "Harbour hall")).toHaveCount(0);
});

test("invitations and tasks show their state as it changes", async ({ person, openWindowOf }) => {
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/team-members");
  await owner.api(inviteToTeam, {
    params: { teamId: owner.teamId },
    body: { addresses: "later@example.org", role: "viewer" },
  });
  await expect(page.getByText("later@example.org").first()).toBeVisible();
  await page.goto("/workspace");
  await owner.api(createTask, { params: { teamId: owner.teamId }, body: { title: "Measure the north door" } });
  await expect(page.getByText("Measure the north door").first()).toBeVisible();
});

test("changes missed while offline appear once the connection is back", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  expectConsoleError(/./);
  const owner = await person();
  const context = await openWindowOf(owner);
  const page = await context.newPage();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await makeBlueprint(owner, "Tower");
  await context.setOffline(false);
  await expect(listed(page, "Tower")).toBeVisible({ timeout: 60_000 });
});

test("an open screen never refetches by itself", async ({ person, openWindowOf }) => {
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/workspace");
  await expect(page.getByRole("heading", { name: "Tasks" })).toBeVisible();
  await page.waitForLoadState("load");
  await expect(page.getByText("Loading")).toHaveCount(0);
  await page.clock.install();
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.endsWith("/events")) asked.push(pathname);
  };
  page.on("request", note);
  await page.clock.runFor(30 * 60_000);
  // A first answer may still have been pending; a polled address would be requested many times in half an hour.
  const again = asked.filter((path, index) => asked.indexOf(path) !== index);
  expect(again.filter((path) => /tasks|workflows|members|blueprints/.test(path))).toEqual([]);
});

const failures = [
  [503, "a page of a proxy", "503: Service Unavailable"],
  [403, "This is not for your role.", "403: This is not for your role."],
] as const;
for (const [status, body, text] of failures)
  test(`a screen whose query fails with ${status} says "${text}"`, async ({
    person,
    openWindowOf,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of/);
    const page = await (await openWindowOf(await person())).newPage();
    await page.route(/\/api\/teams\/[^/]+\/members$/, (route) =>
      route.fulfill({ status, body, contentType: "text/plain" }),
    );
    await page.goto("/team-members");
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  });
