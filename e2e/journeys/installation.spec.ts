import {
  defaultInstallationSettings,
  getInstallationSettings,
  type InstallationSettings,
  saveInstallationSettings,
} from "@blueprint/contract/installation-settings";
import { getMe } from "@blueprint/contract/users";
import { expect, test } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";

test("an operator finds people and teams, reads a team for a reason, and sees the installation's health", async ({
  operator,
  person,
  openWindowOf,
  judge,
}) => {
  const owner = await person({ name: "Hanna Harbour" });
  await makeBlueprint(owner, "Harbour hall");
  const page = await (await openWindowOf(operator)).newPage();

  await page.goto("/workspace?area=operator&part=health");
  await expect(page.getByText("Free on the server's disk")).toBeVisible();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText(/^0, 0 bytes, of/)).toBeVisible();
  await judge(page, "installation health");

  await page.getByRole("radio", { name: "People" }).click();
  await page.getByLabel("Name or address").fill(owner.email);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 person")).toBeVisible();
  await page.getByRole("button", { name: "Disable Hanna Harbour" }).click();
  await page.getByRole("button", { name: "Disable account" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await judge(page, "installation people");
  await page.getByRole("button", { name: "Enable Hanna Harbour" }).click();
  await expect(page.getByRole("button", { name: "Disable Hanna Harbour" })).toBeVisible();

  await page.getByRole("radio", { name: "Teams" }).click();
  await page.getByLabel("Team, or a member's address").fill(owner.name);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 team", { exact: true })).toBeVisible();
  await judge(page, "installation teams");
  await page.getByRole("button", { name: "Enter Hanna Harbour" }).click();
  await page.getByLabel("Reason").fill("They asked why the hall does not load.");
  await judge(page, "installation enter");
  await page.getByRole("button", { name: "Enter for an hour" }).click();
  await expect(page.getByText(/^You're viewing Hanna Harbour as an operator until/)).toBeVisible();
  await expect(page.getByText("Harbour hall").first()).toBeVisible();
  await judge(page, "installation visit");
  await page.getByRole("button", { name: "Leave now" }).click();
  await expect(page.getByText(/^You're viewing Hanna Harbour/)).toBeHidden();
  await expect(page.getByText("Harbour hall")).toHaveCount(0);
});

test("an operator changes the settings at run time, alongside a colleague, and people see it", async ({
  operator,
  page: visitor,
  openWindowOf,
  judge,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (400|409)/);
  const page = await (await openWindowOf(operator)).newPage();
  const saveAs = async (change: Partial<InstallationSettings>) => {
    const { settings, version: basedOnVersion } = await operator.api(getInstallationSettings, {});
    await operator.api(saveInstallationSettings, { body: { basedOnVersion, settings: { ...settings, ...change } } });
  };
  await test.step("a message that asks for access ends in an invitation", async () => {
    const { referralCode } = (await operator.api(getMe, {})).profile;
    await visitor.goto(`/help?ref=${referralCode}`);
    await visitor.getByLabel("Topic").selectOption("I would like an account");
    await visitor.getByLabel("Message").fill("The rope museum would like to be walked.");
    await visitor.getByLabel("Your name").fill("Rosa Rope");
    await visitor.getByLabel("Your email").fill("rosa@rope.example");
    await visitor.getByRole("button", { name: "Send message" }).click();
    await expect(visitor.getByText("The answer goes to rosa@rope.example.")).toBeVisible();

    await page.goto("/workspace?area=operator");
    await expect(page.getByText("The rope museum would like to be walked.")).toBeVisible();
    await judge(page, "installation requests");
    await page.getByRole("button", { name: "Send an invitation" }).click();
    await expect(page.getByText("To rosa@rope.example.", { exact: true })).toBeVisible();
    await page.getByRole("radio", { name: "Done", exact: true }).click();
    await expect(
      page.getByText(`Referred with the code ${referralCode}, whose owner received a credit.`),
    ).toBeVisible();
  });
  await page.getByRole("radio", { name: "Settings" }).click();
  // The journeys' server has no contact address for push services.
  await expect(page.getByRole("heading", { name: "Push is off" })).toBeVisible();
  const settings = await (await openWindowOf(operator)).newPage();
  await settings.goto("/settings?section=notifications");
  await expect(settings.getByText("Everything goes to your inbox. Choose what you also get by email.")).toBeVisible();
  await expect(settings.getByText("Push", { exact: true })).toHaveCount(0);
  await expect(settings.getByRole("checkbox", { name: /^Push: / })).toHaveCount(0);
  await page.getByLabel("Installation name").fill("Harbour Museums");
  await page.getByLabel("Support address").fill("nobody");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await page.getByLabel("Support address").fill("help@harbour.example");
  await page.getByLabel("Announcement").fill("Sunday from 8 to 9 this server rests.");
  await page.getByLabel("Access requests").uncheck();

  // A colleague saves first.
  await saveAs({ invitationValidDays: 14 });
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Someone else just saved other settings")).toBeVisible();
  await expect(page.getByText("Olga Operator changed Invitation validity in days.")).toBeVisible();
  await expect(page.getByLabel("Invitation validity in days")).toHaveValue("14");
  await expect(page.getByLabel("Installation name")).toHaveValue("Harbour Museums");
  await judge(page, "installation settings conflict");
  try {
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Access requests: on → off")).toBeVisible();
    await expect(page.getByText("Push services can reach you at help@harbour.example.")).toBeVisible();
    await settings.reload();
    await expect(settings.getByRole("heading", { name: "Push", exact: true })).toBeVisible();
    await expect(settings.getByRole("checkbox", { name: /^Push: / }).first()).toBeVisible();
    await page.getByRole("button", { name: "Send test email" }).click();
    await expect(page.getByText("Saved to a file")).toBeVisible();
    await judge(page, "installation settings");
    await page.goto("/dashboard");
    await expect(page.getByText("Sunday from 8 to 9 this server rests.")).toBeVisible();

    await visitor.goto("/login?ask=true");
    await expect(visitor.getByRole("heading", { name: "No requests at the moment" })).toBeVisible();
    await expect(visitor.getByText("Harbour Museums")).toBeVisible();
    await expect(visitor.getByText("Sunday from 8 to 9")).toBeVisible();
    await judge(visitor, "access closed");
    await visitor.goto("/privacy");
    await expect(visitor.getByText(/write to help@harbour.example or use the form/)).toBeVisible();
  } finally {
    // Other journeys use this server.
    await saveAs(defaultInstallationSettings);
  }
});
