import { readFileSync } from "node:fs";
import { moveBlueprint } from "@blueprint/contract/blueprints";
import type { Page, WebSocketRoute } from "@playwright/test";
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

test("work made offline outlives its tab and meets what others did; what may not be sent any more is kept as a file", async ({
  server,
  person,
  openWindowOf,
}) => {
  const host = await person({ name: "Hanna Host" });
  const guest = await person({ name: "Gita Guest" });
  await joinTeam(server, host, guest, "editor");
  const blueprint = await makeReadyBlueprint(server, host);
  const hostWindow = await openWindowOf(host);
  const hostPage = await hostWindow.newPage();
  const hostLine = await takeLine(hostPage);
  const guestPage = await (await openWindowOf(guest, { teamId: host.teamId })).newPage();
  const guestLine = await takeLine(guestPage);
  await openEditor(hostPage, blueprint);
  await openEditor(guestPage, blueprint);
  await placeAnchor(hostPage, { x: 0.4, y: 0.6 });
  await describeAnchor(hostPage, "Coat check", "");
  await expectSaved(hostPage);

  await hostLine.cut();
  await placeAnchor(hostPage, { x: 0.5, y: 0.6 });
  await describeAnchor(hostPage, "Basement", "No signal here.");
  await expect(hostPage.locator("[data-save-state]")).toHaveText(/^Offline, \d+ changes not sent$/);
  await placeAnchor(guestPage, { x: 0.6, y: 0.6 });
  await describeAnchor(guestPage, "Lift", "");
  await expectSaved(guestPage);
  await hostPage.close();
  const laterPage = await hostWindow.newPage();
  await openEditor(laterPage, blueprint);
  await expect(anchorsOf(laterPage)).toHaveCount(3);
  for (const title of ["Coat check", "Basement", "Lift"]) {
    await expect(anchorsOf(laterPage).filter({ hasText: title })).toHaveCount(1);
    await expect(anchorsOf(guestPage).filter({ hasText: title })).toHaveCount(1);
  }
  await expectSaved(laterPage);

  await guestLine.cut();
  await placeAnchor(guestPage, { x: 0.5, y: 0.7 });
  await describeAnchor(guestPage, "Too late", "");
  await host.api(moveBlueprint, { params: { blueprintId: blueprint.id }, body: { to: "archived" } });
  guestLine.mend();
  await expect(guestPage.getByText(/changes? of yours (was|were) not saved/)).toBeVisible({ timeout: 15_000 });
  const downloading = guestPage.waitForEvent("download");
  await guestPage.getByRole("button", { name: "Download my copy" }).click();
  const copy = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
  expect(copy.scene.anchors).toContainEqual(expect.objectContaining({ title: "Too late" }));
  await expect(anchorsOf(laterPage)).toHaveCount(3);
});

/** The page's way to the document's server, to be cut as a basement does. */
async function takeLine(page: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/collab/, (socket) => {
    if (isCut) return void socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  return {
    cut: async () => {
      isCut = true;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    mend: () => {
      isCut = false;
    },
  };
}

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
