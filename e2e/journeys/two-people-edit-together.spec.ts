import { readFileSync } from "node:fs";
import { moveBlueprint } from "@blueprint/contract/blueprints";
import type { Page, WebSocketRoute } from "@playwright/test";
import {
  anchorsOf,
  describeAnchor,
  expectSaved,
  expectScanShown,
  openEditor,
  outlineOf,
  placeAnchor,
  sceneOf,
} from "../harness/editor.ts";
import { tabTo } from "../harness/keyboard.ts";
import { expect, joinTeam, newEmail, password, readInvitationLink, test } from "../harness/people.ts";
import { makeReadyBlueprint } from "../harness/scans.ts";

const photo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADAgH/p4oOmAAAAABJRU5ErkJggg==",
  "base64",
);

test("a teammate invited from the editor works in the same place at the same time", async ({
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
  await expect(guestPage.getByText("As an editor, you create, edit and publish blueprints.")).toBeVisible();
  await guestPage.getByLabel("Password").fill(password);
  await guestPage.getByLabel("Name", { exact: true }).fill("Gita Guest");
  await guestPage.getByRole("button", { name: "Create account" }).click();
  // Skips the founder's questions: the team's shared places show at once.
  await expect(guestPage.getByRole("heading", { name: "Shared with you" })).toBeVisible();
  await expect(guestPage.getByLabel("Organisation")).toHaveCount(0);
  await guestPage.getByRole("button", { name: "Shared gallery" }).click();
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

test("undo reverts a person's own changes and leaves a teammate's", async ({ server, person, openWindowOf }) => {
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

  // Undo and redo survive a page load, even one right after the last step.
  await hostPage.getByRole("button", { name: "Redo" }).click();
  await hostPage.getByRole("button", { name: "Redo" }).click();
  await openEditor(hostPage, blueprint);
  await expect(anchorsOf(hostPage)).toHaveText([/Coat check/, /Lift/]);
  await expect(anchorsOf(guestPage)).toHaveText([/Coat check/, /Lift/]);
  await undo.click();
  await undo.click();
  await expect(anchorsOf(guestPage)).toHaveText([/Lift/]);
  await expect(hostPage.getByText("Undo removed Unnamed anchor.")).toBeAttached();
});

test("a viewer follows along, comments by keyboard, and cannot change anything", async ({
  server,
  person,
  openWindowOf,
}) => {
  const host = await person({ name: "Hanna Host" });
  const viewer = await person({ name: "Vera Viewer" });
  await joinTeam(server, host, viewer, "viewer");
  const blueprint = await makeReadyBlueprint(server, host);
  const hostPage = await (await openWindowOf(host)).newPage();
  const viewerPage = await (await openWindowOf(viewer, { teamId: host.teamId })).newPage();
  await openEditor(hostPage, blueprint);
  await openEditor(viewerPage, blueprint);

  await expect(viewerPage.locator("[data-save-state]")).toHaveText("Comment only");
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
  await expect(viewerPage.getByRole("button", { name: "Undo" })).toBeDisabled();

  await viewerPage.getByLabel("New comment").fill("@Hanna Host still cash only?");
  await viewerPage.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(commentsOf(hostPage)).toHaveText([/still cash only\?.*Ticket desk/]);
  await viewerPage.keyboard.press("Escape");
  await viewerPage.getByRole("heading", { name: "Blueprint" }).click();
  await viewerPage.keyboard.press("c");
  await expect(viewerPage.getByText("Click the point you want to comment on.")).toBeVisible();
  await viewerPage.keyboard.press("Enter");
  await expect(viewerPage.getByLabel("New comment")).toBeFocused();
  await viewerPage.keyboard.type("Is this step too high?");
  await tabTo(viewerPage, viewerPage.getByRole("button", { name: "Comment", exact: true }));
  await viewerPage.keyboard.press("Enter");
  await expect(hostPage.getByRole("button", { name: "Comment: Is this step too high?" })).toBeVisible();
  await commentsOf(hostPage).filter({ hasText: "Is this step too high?" }).click();
  await hostPage.getByLabel("Reply").fill("A ramp comes in May.");
  await hostPage.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(viewerPage.getByText("A ramp comes in May.")).toBeVisible();
  // Guests cannot see the directory, but a comment shows its author.
  const talk = viewerPage.getByRole("article").filter({ hasText: "A ramp comes in May." });
  await expect(talk.getByRole("strong")).toHaveText(["Vera Viewer", "Hanna Host"]);
  await viewerPage.getByRole("button", { name: "Resolve" }).click();
  await expect(hostPage.getByRole("button", { name: "Comment: Is this step too high?" })).toHaveCount(0);
  await expect(commentsOf(hostPage)).toHaveCount(1);
  await expect(viewerPage.locator("[data-save-state]")).toHaveText("Comment only");
});

test("on a phone in the venue, objects are placed, fixed without a signal, and restored from the history", async ({
  server,
  person,
  openWindowOf,
  axe,
}) => {
  const host = await person({ name: "Hanna Host" });
  const guest = await person({ name: "Gita Guest" });
  await joinTeam(server, host, guest, "editor");
  const blueprint = await makeReadyBlueprint(server, host);
  const phone = await openWindowOf(host, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await phone.newPage();
  const line = await takeLine(page);
  const deskPage = await (await openWindowOf(guest, { teamId: host.teamId })).newPage();
  await openEditor(page, blueprint);
  await openEditor(deskPage, blueprint);

  await test.step("an anchor with a photo takes four taps", async () => {
    await page.getByRole("button", { name: "Anchor", exact: true }).tap();
    const stage = await sceneOf(page).boundingBox();
    if (stage === null) throw new Error("There is no stage.");
    await page.touchscreen.tap(stage.x + stage.width / 2, stage.y + stage.height / 2);
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add photo" }).tap();
    await (await choosing).setFiles({ name: "door.png", mimeType: "image/png", buffer: photo });
    await page.getByRole("button", { name: "Close", exact: true }).tap();
    await anchorsOf(deskPage).click();
    await expect(deskPage.getByText("door.png")).toBeVisible();
  });

  await sceneOf(page).getByRole("button", { name: "1. Unnamed anchor" }).tap();
  // The sheet of properties takes the tools' place.
  await expect(page.getByRole("toolbar", { name: "Tools" })).toBeHidden();
  await page.getByLabel("Title", { exact: true }).fill("Fire door");
  await expect(anchorsOf(deskPage)).toHaveText([/Fire door/]);
  await axe(page);

  await line.cut();
  await page.getByLabel("Title", { exact: true }).fill("Fire door, north");
  await expect(page.locator("[data-save-state]")).toHaveText(/^Offline, \d+ changes? not synced$/);
  line.mend();
  await expectSaved(page);
  await expect(anchorsOf(deskPage)).toHaveText([/Fire door, north/]);
  await page.getByRole("button", { name: "Close", exact: true }).tap();

  await anchorsOf(deskPage).first().click();
  await deskPage.keyboard.press("Delete");
  await expectSaved(deskPage);
  await page.getByRole("button", { name: "Outline", exact: true }).tap();
  await expect(page.getByRole("complementary", { name: "Outline and scans" })).toBeVisible();
  await expect(anchorsOf(page)).toHaveCount(0);
  await axe(page);
  await page.getByRole("button", { name: "Outline", exact: true }).tap();
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("menuitem", { name: "Show history" }).tap();
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("button", { name: "Removed anchor Fire door, north Gita Guest" })).toBeVisible();
  await axe(page);
  await history.getByRole("button", { name: "Placed anchor Fire door, north Hanna Host" }).tap();
  await expect(history.getByRole("list", { name: "What changed" })).toHaveText(/Fire door, north.*Added/);

  await test.step("a moment is walked in as it was, and nothing can be changed in it", async () => {
    await history.getByRole("button", { name: "Show in 3D" }).tap();
    const past = page.getByRole("region", { name: "Past moment" });
    await expect(past).toContainText("After: Placed anchor Fire door, north");
    const pin = sceneOf(page).getByRole("button", { name: "1. Fire door, north" });
    await expect(pin).toBeVisible();
    await expect(page.getByRole("button", { name: "Anchor", exact: true })).toBeDisabled();
    await axe(page);
    await past.getByText("Before", { exact: true }).tap();
    await expect(pin).toHaveCount(0);
    await expect(past).toContainText("Before: Placed anchor Fire door, north");
    await past.getByRole("button", { name: "Back to now" }).tap();
    await expect(past).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Anchor", exact: true })).toBeEnabled();
  });

  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("menuitem", { name: "Show history" }).tap();
  await history.getByRole("button", { name: "Removed anchor Fire door, north Gita Guest" }).tap();
  await expect(history.getByText("None. The place hasn't changed since.")).toBeVisible();
  await axe(page);
  await history.getByRole("button", { name: "Revert Fire door, north" }).tap();
  await expect(anchorsOf(deskPage)).toHaveText([/Fire door, north/]);
  await expect(history.getByRole("button", { name: "Revert Fire door, north" })).toHaveCount(0);
  await history.getByRole("button", { name: "Restore everything" }).tap();
  await expect(anchorsOf(deskPage)).toHaveCount(0);
  await history.getByRole("button", { name: "Close" }).tap();
  await expectSaved(page);
});

test("work done offline survives its tab and merges with other people's; work that can no longer be sent is kept as a file", async ({
  server,
  person,
  openWindowOf,
  expectConsoleError,
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
  await expect(hostPage.locator("[data-save-state]")).toHaveText(/^Offline, \d+ changes not synced$/);
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

  await test.step("without any connection the page opens again, and work on it is sent later", async () => {
    expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
    await expect.poll(() => laterPage.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await laterPage.reload();
    await expectScanShown(laterPage);
    await expectSaved(laterPage);
    await hostWindow.setOffline(true);
    await expect(laterPage.locator("[data-save-state]")).toHaveText("Offline");
    await laterPage.reload();
    await expect(anchorsOf(laterPage)).toHaveCount(3);
    await anchorsOf(laterPage).filter({ hasText: "Basement" }).click();
    await laterPage.getByLabel("Title", { exact: true }).fill("Cellar");
    await expect(laterPage.locator("[data-save-state]")).toHaveText(/^Offline, \d+ changes? not synced$/);
    await laterPage.reload();
    await expect(anchorsOf(laterPage).filter({ hasText: "Cellar" })).toHaveCount(1);
    await expect(laterPage.locator("[data-save-state]")).toHaveText(/^Offline, \d+ changes? not synced$/);
    await hostWindow.setOffline(false);
    await expectSaved(laterPage);
    await expectScanShown(laterPage);
    await expect(anchorsOf(guestPage).filter({ hasText: "Cellar" })).toHaveCount(1);
  });

  await guestLine.cut();
  await placeAnchor(guestPage, { x: 0.5, y: 0.7 });
  await describeAnchor(guestPage, "Too late", "");
  await host.api(moveBlueprint, { params: { blueprintId: blueprint.id }, body: { to: "archived" } });
  guestLine.mend();
  await expect(guestPage.getByText(/of your changes (wasn't|weren't) saved/)).toBeVisible({ timeout: 15_000 });
  const downloading = guestPage.waitForEvent("download");
  await guestPage.getByRole("button", { name: "Download my copy" }).click();
  const copy = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
  expect(copy.scene.anchors).toContainEqual(expect.objectContaining({ title: "Too late" }));
  await expect(anchorsOf(laterPage)).toHaveCount(3);
});

/** The page's socket to the document's server, to be cut like a lost connection. */
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

function commentsOf(page: Page) {
  return outlineOf(page, "threads");
}

function peopleIn(page: Page) {
  return page.getByRole("list", { name: "People here" });
}
