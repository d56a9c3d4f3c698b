import type { Page } from "@playwright/test";
import { anchorsOf, describeAnchor, expectSaved, expectScanShown, openEditor, placeAnchor } from "../harness/editor.ts";
import { expect, joinTeam, newEmail, password, readInvitationLink, test } from "../harness/people.ts";
import { makeReadyBlueprint } from "../harness/scans.ts";

test("a teammate who was invited from the editor works in the same place at the same time", async ({
  server,
  person,
  openWindow,
  openWindowOf,
}) => {
  const host = await person({ name: "Hanna Host" });
  const blueprint = await makeReadyBlueprint(server, host, "Shared gallery");
  const hostPage = await (await openWindowOf(host)).newPage();
  await openEditor(hostPage, blueprint);
  const email = newEmail();
  await inviteFromEditor(hostPage, email);

  const guestPage = await (await openWindow()).newPage();
  await guestPage.goto(await readInvitationLink(server, email));
  await expect(guestPage.getByText("As an editor you make, edit and publish blueprints.")).toBeVisible();
  await guestPage.getByLabel("Password").fill(password);
  await guestPage.getByLabel("Name", { exact: true }).fill("Gita Guest");
  await guestPage.getByRole("button", { name: "Create account" }).click();
  await guestPage.getByRole("button", { name: "Skip" }).click();
  await expect(guestPage.getByRole("heading", { name: "Your first scan" })).toBeVisible();
  await guestPage.getByRole("button", { name: "Skip" }).click();
  await guestPage.getByRole("link", { name: "Shared gallery" }).click();
  await expectScanShown(guestPage);

  await expect(peopleIn(hostPage)).toHaveText(/Gita Guest/);
  await expect(peopleIn(guestPage)).toHaveText(/Hanna Host/);

  await placeAnchor(hostPage, { x: 0.4, y: 0.6 });
  await expect(anchorsOf(guestPage)).toHaveText([/Unnamed anchor/]);
  await describeAnchor(hostPage, "Coat check", "Free of charge.");
  await expect(anchorsOf(guestPage)).toHaveText([/Coat check/]);
  await expect(anchorsOf(guestPage).first()).toContainText("selected by Hanna Host");

  await placeAnchor(guestPage, { x: 0.6, y: 0.6 });
  await describeAnchor(guestPage, "Lift", "To the roof.");
  await expect(anchorsOf(hostPage)).toHaveText([/Coat check/, /Lift/]);
  await expectSaved(guestPage);
});

test("undo takes back one's own changes and leaves a teammate's alone", async ({ server, person, openWindowOf }) => {
  const host = await person({ name: "Hanna Host" });
  const guest = await person({ name: "Gita Guest" });
  await joinTeam(server, host, guest, "editor");
  const blueprint = await makeReadyBlueprint(server, host);
  const hostPage = await (await openWindowOf(host)).newPage();
  const guestPage = await (await openWindowOf(guest, { teamId: host.teamId })).newPage();
  await openEditor(hostPage, blueprint);
  await openEditor(guestPage, blueprint);

  await placeAnchor(hostPage, { x: 0.4, y: 0.6 });
  await hostPage.getByLabel("Title").fill("Coat check");
  await expect(anchorsOf(guestPage)).toHaveText([/Coat check/]);
  await placeAnchor(guestPage, { x: 0.6, y: 0.6 });
  await guestPage.getByLabel("Title").fill("Lift");
  await expect(anchorsOf(hostPage)).toHaveText([/Coat check/, /Lift/]);

  const undo = hostPage.getByRole("button", { name: "Undo" });
  await undo.click();
  await expect(anchorsOf(hostPage)).toHaveText([/Unnamed anchor/, /Lift/]);
  await undo.click();
  await expect(anchorsOf(hostPage)).toHaveText([/Lift/]);
  await expect(undo).toBeDisabled();
  await expect(anchorsOf(guestPage)).toHaveText([/Lift/]);
  await hostPage.getByRole("button", { name: "Redo" }).click();
  await hostPage.getByRole("button", { name: "Redo" }).click();
  await expect(anchorsOf(guestPage)).toHaveText([/Coat check/, /Lift/]);
});

test("a viewer follows along and cannot change anything", async ({ server, person, openWindowOf }) => {
  const host = await person({ name: "Hanna Host" });
  const viewer = await person({ name: "Vera Viewer" });
  await joinTeam(server, host, viewer, "viewer");
  const blueprint = await makeReadyBlueprint(server, host);
  const hostPage = await (await openWindowOf(host)).newPage();
  const viewerPage = await (await openWindowOf(viewer, { teamId: host.teamId })).newPage();
  await openEditor(hostPage, blueprint);
  await openEditor(viewerPage, blueprint);

  await expect(viewerPage.locator("[data-save-state]")).toHaveText("Read only");
  await expect(viewerPage.getByRole("button", { name: "Anchor", exact: true })).toBeDisabled();
  await expect(viewerPage.getByRole("button", { name: "Publish" })).toHaveCount(0);
  await expect(viewerPage.getByText("Drop a scan here")).toHaveCount(0);

  await placeAnchor(hostPage);
  await describeAnchor(hostPage, "Ticket desk", "Cash only.");
  await anchorsOf(viewerPage).filter({ hasText: "Ticket desk" }).click();
  await expect(viewerPage.getByText("Cash only.")).toBeVisible();
  await expect(viewerPage.getByLabel("Title")).toHaveCount(0);
  await expect(viewerPage.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await viewerPage.keyboard.press("Delete");
  await expect(anchorsOf(viewerPage)).toHaveCount(1);
});

async function inviteFromEditor(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog", { name: "Share" }).getByRole("button", { name: "Invite a teammate" }).click();
  const dialog = page.getByRole("dialog", { name: /^Invite to/ });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Role").selectOption("editor");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("dialog", { name: "Share" }).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

function peopleIn(page: Page) {
  return page.getByRole("list", { name: "People here" });
}
