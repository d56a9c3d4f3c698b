import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { notifyMentions } from "@blueprint/contract/comments";
import { getMe } from "@blueprint/contract/users";
import type { Page } from "@playwright/test";
import { test as base, expect, joinTeam } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";

/** Set it to keep a picture of every screen, to be judged by eye. */
const picturesDir = process.env.SCREENSHOTS_DIR;

const test = base.extend<{ judge: (page: Page, name: string) => Promise<void> }>({
  judge: async ({ screens }, use) => {
    if (picturesDir !== undefined) mkdirSync(picturesDir, { recursive: true });
    await use((page, name) =>
      screens(page, async (screen) => {
        if (picturesDir === undefined) return;
        await page.screenshot({ path: join(picturesDir, `${name} ${screen.name}.png`.replaceAll(" ", "-")) });
      }),
    );
  },
});

async function signInByForm(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
}

test("signing out everywhere else reaches what is open there within seconds", async ({ person, openWindow, judge }) => {
  const someone = await person();
  const [here, there] = [await (await openWindow()).newPage(), await (await openWindow()).newPage()];
  await signInByForm(here, someone);
  await signInByForm(there, someone);
  await here.goto("/settings");
  await expect(here.getByText("This device", { exact: true })).toBeVisible();
  await judge(here, "settings account");
  await here.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(there.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(here.getByRole("button", { name: "Sign out everywhere else" })).toHaveCount(0);
  await here.reload();
  await expect(here.getByText("This device", { exact: true })).toBeVisible();
});

test("a mention is in the inbox at once, leads to its place, and settings say where else it goes", async ({
  server,
  person,
  openWindowOf,
  judge,
}) => {
  const host = await person({ name: "Hanna Host" });
  const guest = await person({ name: "Gita Guest" });
  await joinTeam(server, host, guest, "editor");
  const blueprint = await makeBlueprint(host, "Cellar");
  const page = await (await openWindowOf(guest)).newPage();
  await page.goto("/settings?section=notifications");
  await expect(page.getByRole("button", { name: "Inbox, nothing unread" })).toBeVisible();
  const { profile } = await guest.api(getMe, {});
  const body = { userIds: [profile.uid], subject: "The door", text: "Is it <b>open</b>?" };
  await host.api(notifyMentions, { params: { blueprintId: blueprint.id }, body });
  await page.getByRole("button", { name: "Inbox, 1 unread" }).click();
  await expect(page.getByText("About “The door”: Is it <b>open</b>?")).toBeVisible();
  await judge(page, "inbox");
  await page.getByRole("button", { name: /Hanna Host names you/ }).click();
  await expect(page).toHaveURL(`/blueprint-editor/${blueprint.id}`);
  await page.goto("/settings?section=notifications");
  await expect(page.getByRole("button", { name: "Inbox, nothing unread" })).toBeVisible();
  await page
    .getByRole("combobox", { name: `E-mail: Somebody names you in a comment, ${host.name}` })
    .selectOption("digest");
  await page.getByRole("checkbox", { name: "Quiet hours" }).check();
  await page.getByRole("button", { name: "Save times" }).click();
  await expect(page.getByText("Times saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("From")).toHaveValue("22:00");
  await expect(
    page.getByRole("combobox", { name: `E-mail: Somebody names you in a comment, ${host.name}` }),
  ).toHaveValue("digest");
  await judge(page, "settings notifications");
});
