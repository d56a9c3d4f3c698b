import { notifyMentions } from "@blueprint/contract/comments";
import { getMe } from "@blueprint/contract/users";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, joinTeam, readLink, test } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";

async function signInByForm(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
}

test("signing out everywhere else closes open pages there within seconds", async ({ person, openWindow, judge }) => {
  const someone = await person();
  const [here, there] = [await (await openWindow()).newPage(), await (await openWindow()).newPage()];
  await signInByForm(here, someone);
  await signInByForm(there, someone);
  await here.goto("/settings?section=security");
  await expect(here.getByText("This device", { exact: true })).toBeVisible();
  await judge(here, "settings security");
  await here.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(there.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(here.getByRole("button", { name: "Sign out everywhere else" })).toHaveCount(0);
  await here.reload();
  await expect(here.getByText("This device", { exact: true })).toBeVisible();
});

test("a person changes their name, photo and address; a passkey signs in without a password", async ({
  server,
  person,
  openWindow,
  judge,
  expectConsoleError,
}) => {
  // The refused photo.
  expectConsoleError(/status of 415/);
  const someone = await person();
  const page = await (await openWindow()).newPage();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await signInByForm(page, someone);
  await page.goto("/settings");
  await page.getByLabel("Name", { exact: true }).fill("Ines <i>Iten</i>");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("button", { name: "Account of Ines <i>Iten</i>" })).toBeVisible();
  const photo = page.getByLabel("Photo file");
  await photo.setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") });
  await expect(page.getByText(/We can't read this file as a photo/)).toBeVisible();
  const square = { create: { width: 300, height: 500, channels: 3 as const, background: "#2a6" } };
  await photo.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await sharp(square).png().toBuffer() });
  await expect(page.getByRole("button", { name: "Choose another" })).toBeVisible();
  const newEmail = `new-${someone.email}`;
  await page.getByLabel("New email").fill(newEmail);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`We sent a link to ${newEmail}`)).toBeVisible();
  await judge(page, "settings account");
  await page.goto(await readLink(server, newEmail, /https?:\/\/\S+email-change=\S+/));
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText(`From now on you sign in with ${newEmail}.`)).toBeVisible();

  await page.goto("/settings?section=security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill("This laptop");
  await judge(page, "passkey dialog");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "This laptop" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/login");
  await page.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/profile");
  await expect(page.getByText(newEmail)).toBeVisible();
  await judge(page, "profile");

  await page.goto("/settings?section=data");
  await page.getByRole("button", { name: "Export my data" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("blueprint-export.zip");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await judge(page, "settings data");
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
});

test("a mention appears in the inbox at once, leads to its place, and settings say where else it goes", async ({
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
  await expect(page.getByRole("button", { name: "Inbox, no unread notifications" })).toBeVisible();
  const { profile } = await guest.api(getMe, {});
  const body = { userIds: [profile.uid], subject: "The door", text: "Is it <b>open</b>?" };
  await host.api(notifyMentions, { params: { blueprintId: blueprint.id }, body });
  await page.getByRole("button", { name: "Inbox, 1 unread" }).click();
  await expect(page.getByText("About “The door”: Is it <b>open</b>?")).toBeVisible();
  await judge(page, "inbox");
  await page.getByRole("button", { name: /Hanna Host mentioned you/ }).click();
  await expect(page).toHaveURL(`/blueprint-editor/${blueprint.id}`);
  await page.goto("/settings?section=notifications");
  await expect(page.getByRole("button", { name: "Inbox, no unread notifications" })).toBeVisible();
  await page.getByLabel("Team", { exact: true }).selectOption(host.name);
  await page
    .getByRole("combobox", { name: `Email: Someone mentioned you in a comment, ${host.name}` })
    .selectOption("digest");
  await page.getByRole("checkbox", { name: "Quiet hours" }).check();
  await page.getByRole("button", { name: "Save times" }).click();
  await expect(page.getByText("Times saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("22:00");
  await page.getByLabel("Team", { exact: true }).selectOption(host.name);
  await expect(
    page.getByRole("combobox", { name: `Email: Someone mentioned you in a comment, ${host.name}` }),
  ).toHaveValue("digest");
  await judge(page, "settings notifications");
});
