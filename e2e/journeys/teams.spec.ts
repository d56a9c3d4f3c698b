import { createBlueprint } from "@blueprint/contract/blueprints";
import { getMe } from "@blueprint/contract/users";
import { expect, newEmail, readInvitationLink, test } from "../harness/people.ts";

test("a team by invitation, through the wrong address, seen as a viewer, deleted and restored", async ({
  person,
  server,
  openWindowOf,
  judge,
}) => {
  const owner = await person({ name: "Olivia Owner" });
  const guest = await person({ name: "Gita Guest" });
  const page = await (await openWindowOf(owner)).newPage();
  const guestPage = await (await openWindowOf(guest)).newPage();
  const workAddress = newEmail();

  await test.step("a new team, and two addresses invited at once", async () => {
    await page.goto("/team-members");
    await page.getByRole("button", { name: "Team: Olivia Owner" }).click();
    await page.getByRole("menuitem", { name: "New team" }).click();
    await page.getByLabel("Name", { exact: true }).fill("City Museum");
    await judge(page, "new team");
    await page.getByRole("button", { name: "Create team" }).click();
    await expect(page.getByRole("button", { name: "Team: City Museum" })).toBeVisible();
    await page.getByRole("button", { name: "Invite a teammate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email addresses").fill(`${workAddress}, not an address`);
    await dialog.getByLabel("Role").selectOption("viewer");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(dialog.getByText("not an address: isn't a valid email address.")).toBeVisible();
    await judge(page, "invite dialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("the guest asks to have it for another address, and gets it by one click", async () => {
    const first = await readInvitationLink(server, workAddress);
    const ofAccount = await readInvitationLink(server, guest.email);
    await guestPage.goto(first);
    await guestPage.getByRole("button", { name: "Ask to use my address" }).click();
    await expect(guestPage.getByText("We let Olivia Owner know.")).toBeVisible();
    await judge(guestPage, "invitation asked for");
    await page.reload();
    await expect(page.getByText(`Gita Guest opened it and uses ${guest.email}`)).toBeVisible();
    await judge(page, "members and an invitation asked for");
    await page.getByRole("button", { name: "Invite that address" }).click();
    await guestPage.goto(await readInvitationLink(server, guest.email, [ofAccount]));
    await guestPage.getByRole("button", { name: "Join City Museum" }).click();
    await expect(guestPage.getByRole("button", { name: "Team: City Museum" })).toBeVisible();
    await guestPage.goto("/team-members");
    await expect(guestPage.getByText("As a guest in City Museum")).toBeVisible();
    await expect(guestPage.getByText(owner.email)).toHaveCount(0);
  });

  await test.step("a role is changed and changed back; the whole team is given only after a question", async () => {
    await page.reload();
    const role = page.getByLabel("Role of Gita Guest");
    await role.selectOption("editor");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(role).toHaveValue("viewer");
    await role.selectOption("owner");
    await expect(page.getByRole("dialog", { name: "Make Gita Guest an owner?" })).toBeVisible();
    await judge(page, "make an owner");
    await page.getByRole("button", { name: "Keep role" }).click();
    await expect(role).toHaveValue("viewer");
    const rights = page.getByRole("region", { name: "What each role can do" });
    await expect(rights.getByText("Publish and share them").locator("+ dd")).toHaveText("Owners, admins, and editors");
    await judge(page, "members");
  });

  await test.step("on a phone the team is chosen in the head of the page", async () => {
    await guestPage.setViewportSize({ width: 390, height: 844 });
    await guestPage.getByRole("button", { name: "Team: City Museum" }).click();
    await guestPage.getByRole("menuitemradio", { name: "Gita Guest" }).click();
    await expect(guestPage.getByRole("button", { name: "Team: Gita Guest" })).toBeVisible();
    await guestPage.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("the owner sees it as a viewer, and with their own eyes again", async () => {
    await page.goto("/settings?section=team");
    await judge(page, "team settings");
    await page.getByRole("button", { name: "View", exact: true }).click();
    await expect(page.getByText("You're viewing City Museum as a viewer.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Invite a teammate" })).toHaveCount(0);
    await judge(page, "seen as a viewer");
    const team = (await owner.api(getMe, {})).teams.find(({ name }) => name === "City Museum")!;
    const body = { teamId: team.teamId, name: "Hall", industry: "museum" } as const;
    const { id } = await owner.api(createBlueprint, { body });
    await page.goto(`/blueprint-editor/${id}`);
    await expect(page.getByText("You're viewing City Museum as a viewer.")).toBeVisible();
    await expect(page.getByText("Your role in this team can comment but not edit.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Hall" })).toBeVisible();
    await judge(page, "the editor seen as a viewer");
    await page.getByRole("button", { name: "Back to your own role" }).click();
    await expect(page.getByRole("button", { name: "Invite a teammate" })).toBeVisible();
  });

  await test.step("a blueprint moves to the owner's own team, and back by the toast", async () => {
    await page.goto("/dashboard");
    const card = page.getByRole("link", { name: "Hall", exact: true });
    await page.getByRole("button", { name: "More actions for Hall" }).click();
    await page.getByRole("menuitem", { name: "Move to another team" }).click();
    const dialog = page.getByRole("dialog", { name: "Move to another team" });
    await dialog.getByRole("radio", { name: "Olivia Owner" }).click();
    await judge(page, "moving a blueprint");
    await dialog.getByRole("button", { name: "Move to Olivia Owner" }).click();
    await expect(page.getByText("Hall is in Olivia Owner", { exact: true })).toBeVisible();
    // While hovered, it stays until the list has been checked.
    await page.getByRole("button", { name: "Undo" }).hover();
    await expect(card).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Hall moved back to City Museum", { exact: true })).toBeVisible();
    await expect(card).toBeVisible();
  });

  await test.step("deleted it is gone for both, restored it is back, and the log tells all of it", async () => {
    await page.goto("/settings?section=team");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Move to bin" }).click();
    await expect(page.getByRole("button", { name: "Team: Olivia Owner" })).toBeVisible();
    await expect(page.getByText("City Museum moved to the bin", { exact: true })).toBeVisible();
    await guestPage.goto("/dashboard");
    await expect(guestPage.getByRole("button", { name: "Team: Gita Guest" })).toBeVisible();
    await judge(page, "a team in the bin");
    await page.getByRole("button", { name: "Restore City Museum" }).click();
    await expect(page.getByRole("button", { name: "Team: City Museum" })).toBeVisible();
    await guestPage.getByRole("button", { name: /^Inbox/ }).click();
    await guestPage.getByRole("button", { name: "Olivia Owner restored City Museum" }).click();
    await expect(guestPage.getByRole("button", { name: "Team: City Museum" })).toBeVisible();
    await expect(guestPage.getByRole("heading", { level: 1, name: "City Museum" })).toBeVisible();
    await expect(guestPage).toHaveURL("/workspace");
    await page.goto("/settings?section=audit-log");
    const log = page.getByRole("region", { name: "Audit log" });
    for (const text of [
      "Restored the team",
      "Moved the team to the bin",
      "Moved a blueprint here from another team: Hall",
      "Moved a blueprint to another team: Hall",
      "Joined",
      "Moved an invitation to another",
    ]) {
      await expect(log.getByText(text).first()).toBeVisible();
    }
    await judge(page, "audit log");
    await log.getByLabel("What").selectOption("invitation");
    await expect(log.getByText("Restored the team")).toHaveCount(0);
    const [file] = await Promise.all([page.waitForEvent("download"), log.getByRole("button", { name: "CSV" }).click()]);
    expect(file.suggestedFilename()).toBe("City Museum audit log.csv");
  });

  await test.step("renamed it is so for everybody; who leaves is back in their own", async () => {
    await page.goto("/settings?section=team");
    await page.getByLabel("Team name").fill("City Museums");
    await page.getByRole("button", { name: "Rename" }).click();
    await expect(page.getByRole("button", { name: "Team: City Museums" })).toBeVisible();
    await guestPage.goto("/settings?section=api-keys");
    await expect(guestPage.getByText("API keys: not available to your role")).toBeVisible();
    await expect(guestPage.getByRole("button", { name: "Team: City Museums" })).toBeVisible();
    await guestPage.getByRole("button", { name: "Leave", exact: true }).click();
    await judge(guestPage, "leaving a team");
    await guestPage.getByRole("button", { name: "Leave team" }).click();
    await expect(guestPage.getByText("You left City Museums", { exact: true })).toBeVisible();
    await expect(guestPage.getByRole("button", { name: "Team: Gita Guest" })).toBeVisible();
  });
});
