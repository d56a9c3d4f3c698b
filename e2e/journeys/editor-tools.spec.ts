import { publishBlueprint } from "@blueprint/contract/blueprints";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import type { Page } from "@playwright/test";
import { expectSaved, openEditor, outlineOf, sceneOf } from "../harness/editor.ts";
import { tabTo } from "../harness/keyboard.ts";
import { expect, joinTeam, test } from "../harness/people.ts";
import { makeReadyBlueprint, uploadScan, waitForScan } from "../harness/scans.ts";

test("two people draw, shape, measure and move objects in one place, and follow each other", async ({
  server,
  person,
  openWindowOf,
}) => {
  test.slow();
  const host = await person({ name: "Hanna Host" });
  const guest = await person({ name: "Gita Guest" });
  await joinTeam(server, host, guest, "editor");
  const blueprint = await makeReadyBlueprint(server, host);
  await waitForScan(host, await uploadScan(server, host, blueprint, "hall.svg", makeDrawing()));
  const page = await (await openWindowOf(host)).newPage();
  const guestPage = await (await openWindowOf(guest, { teamId: host.teamId })).newPage();
  await openEditor(page, blueprint);
  await openEditor(guestPage, blueprint);

  await test.step("a zone is drawn on the plan, and its area follows a corner that is dragged", async () => {
    await page.keyboard.press("l");
    await expect(page.locator("[data-editor-plan]")).toBeVisible();
    await page.getByRole("button", { name: "Zone", exact: true }).click();
    for (const [x, y] of [
      [0.4, 0.4],
      [0.6, 0.4],
      [0.6, 0.6],
      [0.4, 0.6],
      [0.4, 0.4],
    ] as const)
      await clickStage(page, x, y);
    await expect(zonesOf(page)).toHaveText([/Zone 1/]);
    const before = await readArea(page);
    const corner = page.getByRole("button", { name: /^Corner 1: x/ });
    await drag(page, corner, -60, 0);
    await expect.poll(() => readArea(page)).toBeGreaterThan(before);
    // However far it was dragged, it is one step.
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => readArea(page)).toBe(before);
    await expect(zonesOf(guestPage)).toHaveText([/Zone 1.*m²/]);
    await expect(zonesOf(guestPage).first()).toContainText("selected by Hanna Host");
  });

  await test.step("it is split along a line and made whole again", async () => {
    await page.getByRole("button", { name: "Split" }).click();
    await clickStage(page, 0.5, 0.3);
    await clickStage(page, 0.5, 0.7);
    await expect(zonesOf(page)).toHaveCount(2);
    await zonesOf(guestPage).first().click();
    await guestPage.getByLabel("Merge with").selectOption({ index: 1 });
    await expect(zonesOf(page)).toHaveCount(1);
  });

  await test.step("a hole is cut, the gizmo around the zone moves it over the floor", async () => {
    await zonesOf(page).first().click();
    const before = await readArea(page);
    await page.getByRole("button", { name: "Cut a hole" }).click();
    for (const [x, y] of [
      [0.46, 0.46],
      [0.54, 0.46],
      [0.54, 0.54],
      [0.46, 0.46],
    ] as const)
      await clickStage(page, x, y);
    await expect(page.getByRole("button", { name: "Fill hole 1" })).toBeVisible();
    const cut = await readArea(page);
    expect(cut).toBeLessThan(before);
    const name = /^Corner 1: x/;
    const place = await page.getByRole("button", { name }).getAttribute("aria-label");
    await drag(page, page.getByRole("button", { name: "Move Zone 1 along x" }), 80, 0);
    await expect(page.getByRole("button", { name })).not.toHaveAttribute("aria-label", place ?? "");
    expect(await readArea(page)).toBeCloseTo(cut, 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name })).toHaveAttribute("aria-label", place ?? "");
  });

  await test.step("a drawing is laid onto the floor by pairs of points, and one goes on with it later", async () => {
    await page.keyboard.press("p");
    const panel = page.getByRole("region", { name: "Place plans and scans" });
    await panel.getByRole("button", { name: /hall\.svg.*Not placed yet/ }).click();
    const picker = panel.getByRole("button", { name: /^Plan to pick points on/ });
    const pairs = [
      { share: [0.2, 0.2], at: [0.6, 0.3] },
      { share: [0.8, 0.2], at: [0.8, 0.3] },
      { share: [0.8, 0.8], at: [0.8, 0.55] },
    ] as const;
    for (const { share, at } of pairs) {
      const box = await picker.boundingBox();
      if (box === null) throw new Error("The drawing is not shown.");
      await picker.click({ position: { x: box.width * share[0], y: box.height * share[1] } });
      await expect(panel.getByText("Now click the same point in the 3D view.")).toBeVisible();
      await clickStage(page, at[0], at[1]);
    }
    await expect(panel.locator("[data-plan-error]")).toHaveText(/Off by .*m on average/);
    await panel.getByRole("button", { name: "Remove pair 3" }).click();
    await panel.getByRole("button", { name: "Done" }).click();
    await outlineOf(guestPage, "plans").click();
    await guestPage.getByRole("button", { name: "Continue placing" }).click();
    await expect(guestPage.getByRole("list", { name: "Pairs of points" }).getByRole("listitem")).toHaveCount(2);
    await guestPage.getByRole("button", { name: "Done" }).click();
  });

  await test.step("a scan is put where it belongs by typed figures, and taken back", async () => {
    await page.keyboard.press("p");
    const panel = page.getByRole("region", { name: "Place plans and scans" });
    await panel.getByRole("button", { name: /room\.glb.*Original position/ }).click();
    await panel.getByLabel("Turn").fill("30");
    await panel.getByLabel("Turn").press("Enter");
    await panel.getByRole("button", { name: "All plans and scans" }).click();
    await expect(panel.getByRole("button", { name: /room\.glb.*Placed/ })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(panel.getByRole("button", { name: /room\.glb.*Original position/ })).toBeVisible();
    await panel.getByRole("button", { name: "Done" }).click();
  });

  await test.step("handles around a scan move, turn and tilt it for both, each drag one step", async () => {
    await page.getByRole("radio", { name: "3D" }).click();
    await outlineOf(page, "scans").filter({ hasText: "room.glb" }).click();
    await outlineOf(guestPage, "scans").filter({ hasText: "room.glb" }).click();
    const fieldOf = (of: Page, label: string) =>
      of.getByRole("region", { name: "Position" }).getByLabel(label, { exact: true });
    const expectField = (label: string, value: string | RegExp) =>
      Promise.all([page, guestPage].map((of) => expect(fieldOf(of, label)).toHaveValue(value)));
    await expectField("X", "0");

    const box = await page.getByRole("button", { name: "Move room.glb along x" }).boundingBox();
    if (box === null) throw new Error("The handle is not on the stage.");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
    await expect(page.locator("[data-drag-figures]")).toHaveText(/^x [+−]\d+\.\d\d.m$/);
    // A teammate sees it move before it is let go.
    await expect(fieldOf(guestPage, "X")).not.toHaveValue("0");
    await page.mouse.up();
    await page.getByRole("button", { name: "Undo" }).click();
    await expectField("X", "0");

    await drag(page, page.getByRole("button", { name: "Turn room.glb" }), 60, 0);
    await expectField("Turn", /^-?(15|30|45|60|75|90|105|120|135|150|165|180)$/);
    await page.getByRole("button", { name: "Undo" }).click();
    await drag(page, page.getByRole("button", { name: /^Tilt room\.glb about/ }).first(), 0, 60);
    await expect(page.getByRole("button", { name: "Reset position" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: "Reset position" })).toHaveCount(0);

    await page.getByRole("button", { name: /^Move with the arrow keys/ }).focus();
    await page.keyboard.press("PageUp");
    await expectField("Y", "0.05");
    await fieldOf(page, "Tilt X").fill("10");
    await page.keyboard.press("Tab");
    await expect(fieldOf(guestPage, "Tilt X")).toHaveValue("10");
    await page.getByRole("button", { name: "Reset position" }).click();
    await expectField("Y", "0");
    await expect(sceneOf(page)).toHaveAttribute("data-scan-state", "shown");
  });

  await test.step("a box erases a part of the scan for everyone: it is not hit any more, and comes back", async () => {
    await page.getByRole("region", { name: "Crop and erase" }).getByRole("button", { name: "Erase" }).click();
    const face = page.getByRole("button", { name: "Move the right side of Erase 1" });
    const width = page.getByLabel("Width");
    await expect(width).toHaveValue("1");
    await drag(page, face, 70, 0);
    await expect(width).not.toHaveValue("1");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(width).toHaveValue("1");
    await face.focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(width).toHaveValue("1.5");

    for (const label of ["Width", "Height", "Depth"]) await page.getByLabel(label).fill("99");
    for (const of of [page, guestPage]) {
      await of.getByRole("button", { name: "Anchor", exact: true }).click();
      await clickStage(of, 0.5, 0.5);
      await expect(of.getByText("No surface there.")).toBeVisible();
      await of.keyboard.press("Escape");
    }
    await expectSaved(page);
    const { slug } = await host.api(publishBlueprint, {
      params: { blueprintId: blueprint.id },
      body: { basedOnVersion: 0, visibility: "unlisted" },
    });
    const place = await host.api(getPublishedBlueprint, { params: { slug }, query: {} });
    expect(place.scans[0]?.volumes).toMatchObject([{ effect: "erase", size: [99, 99, 99] }]);

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Anchor", exact: true }).click();
    await clickStage(page, 0.5, 0.5);
    await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
  });

  await test.step("the scan is cut open by a slider, for this person only", async () => {
    await page.getByRole("button", { name: "Cut open" }).click();
    const slider = page.getByRole("slider");
    await slider.focus();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Anchor", exact: true }).click();
    // The top of the back wall is gone.
    await clickStage(page, 0.5, 0.3);
    await expect(page.getByText("No surface there.")).toBeVisible();
    await page.keyboard.press("Escape");
    await slider.focus();
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Cut open" }).click();
    await expect(guestPage.getByRole("slider")).toHaveCount(0);
  });

  await test.step("a length is measured with its uncertainty, and a known length sets the scale", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "3D" }).click();
    await page.getByRole("button", { name: "Measure", exact: true }).click();
    await clickStage(page, 0.4, 0.6);
    await clickStage(page, 0.6, 0.6);
    await expect(page.locator("[data-measured]")).toHaveText(/m ± .*m/);
    await page.getByLabel("Actual length").fill("10");
    await page.getByRole("button", { name: "Set scale" }).click();
    await expect(page.locator("[data-measured]")).toHaveText(/^10\.0/);
    await page.getByRole("radio", { name: "Feet" }).click();
    await expect(page.locator("[data-measured]")).toHaveText(/^32\.8/);
    await expect(outlineOf(guestPage, "measurements")).toHaveText(/32\.8.*ft/);
  });

  await test.step("the length is talked about by keyboard, and a teammate jumps from the talk to it", async () => {
    await outlineOf(page, "measurements").click();
    await page.keyboard.press("Shift+C");
    await expect(page.getByLabel("New comment")).toBeFocused();
    await page.keyboard.type("Is this with the frame?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await outlineOf(guestPage, "threads")
      .filter({ hasText: /Distance/ })
      .click();
    await guestPage.getByRole("complementary").getByRole("button", { name: "Distance", exact: true }).click();
    await expect(guestPage.locator("[data-measured]")).toHaveText(/^32\.8/);
    await expect(guestPage.getByText("Is this with the frame?").last()).toBeVisible();
  });

  await test.step("a teammate's eyes are followed until one looks around oneself", async () => {
    await guestPage.getByRole("button", { name: "Follow Hanna Host" }).click();
    await expect(guestPage.getByText("Following Hanna Host")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await turnCamera(page);
    await expect.poll(() => measureApart(page, guestPage)).toBeLessThan(0.1);
    await turnCamera(guestPage);
    await expect(guestPage.getByText("Following Hanna Host")).toHaveCount(0);
  });
  await expectSaved(page);
});

test("a zone is created, shaped and deleted with the keyboard alone", async ({ server, person, openWindowOf, axe }) => {
  const host = await person();
  const blueprint = await makeReadyBlueprint(server, host);
  const page = await (await openWindowOf(host)).newPage();
  await openEditor(page, blueprint);
  await page.keyboard.press("z");
  await tabTo(page, page.getByRole("button", { name: "Enter corners" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Corners")).toBeFocused();
  await page.keyboard.type("0 0\n4 0\nfour 3");
  await tabTo(page, dialog.getByRole("button", { name: "Create zone" }));
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Line 3 isn't a corner.")).toBeVisible();
  await axe(page);
  await dialog.getByLabel("Corners").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("0 0\n4 0\n4 3\n0 3");
  await tabTo(page, dialog.getByRole("button", { name: "Create zone" }));
  await page.keyboard.press("Enter");
  await expect(zonesOf(page)).toHaveText([/Zone 1.*12\.00.m²/]);
  await expect(page.getByText("Zone 1 created and selected.")).toBeAttached();

  const corner = page.getByRole("button", { name: "Corner 2: x 4.00, z 0.00 m" });
  await corner.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByRole("button", { name: /^Corner 2: / })).not.toHaveAccessibleName(/x 4\.00, z 0\.00/);
  await page.keyboard.press("Delete");
  await expect(zonesOf(page)).toHaveText([/6\.00.m²/]);
  await tabTo(page, page.getByRole("button", { name: "Delete", exact: true }));
  await page.keyboard.press("Enter");
  await expect(zonesOf(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(zonesOf(page)).toHaveCount(1);
  await expectSaved(page);
  const { slug } = await host.api(publishBlueprint, {
    params: { blueprintId: blueprint.id },
    body: { basedOnVersion: 0, visibility: "unlisted" },
  });
  await page.goto(`/webxr?b=${slug}&text=1`);
  await expect(page.getByRole("heading", { name: "Zone 1" })).toBeVisible();
});

/** Four walls and a door, as a drawing of 600 × 400. */
function makeDrawing(): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400"><path d="M20 20H580V380H320M260 380H20Z" fill="none" stroke="#123" stroke-width="8"/></svg>',
  );
}

function zonesOf(page: Page) {
  return outlineOf(page, "zones");
}

/** Clicks at a fraction of the stage's width and height from its top left. */
async function clickStage(page: Page, x: number, y: number): Promise<void> {
  const box = await sceneOf(page).boundingBox();
  if (box === null) throw new Error("There is no stage.");
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

async function drag(page: Page, handle: ReturnType<Page["locator"]>, byX: number, byY: number): Promise<void> {
  const box = await handle.boundingBox();
  if (box === null) throw new Error("The handle is not on the stage.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byX / 2, y + byY / 2, { steps: 3 });
  await page.mouse.move(x + byX, y + byY, { steps: 3 });
  await page.mouse.up();
}

async function readArea(page: Page): Promise<number> {
  const text = await page.locator("dt", { hasText: "Area" }).locator("xpath=following-sibling::dd").textContent();
  return Number.parseFloat(text ?? "");
}

async function turnCamera(page: Page): Promise<void> {
  const before = await sceneOf(page).getAttribute("data-camera");
  const box = await sceneOf(page).boundingBox();
  if (box === null) throw new Error("There is no stage.");
  const [x, y] = [box.x + box.width * 0.2, box.y + box.height * 0.3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 140, y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(sceneOf(page)).not.toHaveAttribute("data-camera", before ?? "");
}

/** Distance in metres between two users' cameras. */
async function measureApart(one: Page, other: Page): Promise<number> {
  const read = async (page: Page) => ((await sceneOf(page).getAttribute("data-camera")) ?? "").split(",").map(Number);
  const [a, b] = [await read(one), await read(other)];
  return Math.hypot(...a.map((part, axis) => part - (b[axis] ?? Number.NaN)));
}
