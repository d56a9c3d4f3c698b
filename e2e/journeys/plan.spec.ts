import { listBlueprints } from "@blueprint/contract/blueprints";
import { listScans } from "@blueprint/contract/scans";
import { buildPdf, roomContent } from "@blueprint/scans/plan-file/testing/build-pdf";
import type { Locator, Page } from "@playwright/test";
import { describeAnchor, expectSaved, expectScanShown, openEditor, placeAnchor, sceneOf } from "../harness/editor.ts";
import { expect, test } from "../harness/people.ts";
import {
  makeBlueprint,
  makePointCloud,
  publish,
  readScan,
  scansOf,
  uploadScan,
  waitForScan,
} from "../harness/scans.ts";

test("the upload asks about a missing unit, and the answer gives the venue its true size", async ({
  person,
  openWindowOf,
}) => {
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/create-blueprint");
  await page.getByLabel("Name", { exact: true }).fill("Measured in centimetres");
  const buffer = Buffer.from(makePointCloud(20_000, 0.01));
  await page.getByLabel("Scan file").setInputFiles({ name: "room.ply", mimeType: "application/octet-stream", buffer });

  const unit = page.getByLabel("One unit in the file is");
  await expect(page.getByText(/The scan will be 600 × 400 × 300 m\./)).toBeVisible();
  await unit.selectOption("Centimetres");
  await expect(page.getByText(/The scan will be 6\.0+ × 4\.0+ × 3\.0+ m\./)).toBeVisible();
  await page.getByLabel("Up in the file is").selectOption({ label: "Z, as in surveying and CAD" });
  await page.getByRole("button", { name: "Create blueprint" }).click();

  await expectScanShown(page);
  const { blueprints } = await owner.api(listBlueprints, { query: { teamId: owner.teamId } });
  const { scans } = await owner.api(listScans, { params: { blueprintId: blueprints[0]!.id } });
  const { unit: readAs, upAxis, bounds } = scans[0]!.report!;
  expect([readAs, upAxis]).toEqual(["centimetre", "z"]);
  expect(bounds.max.map((side, axis) => Math.round(side - bounds.min[axis]!))).toEqual([6, 3, 4]);

  await test.step("another answer afterwards converts it again, and what is shown stays until then", async () => {
    await scansOf(page).getByRole("button", { name: "Unit and up axis" }).click();
    const dialog = page.getByRole("dialog", { name: "Unit and up axis" });
    await expect(dialog.getByLabel("One unit in the file is")).toHaveValue("centimetre");
    await dialog.getByLabel("One unit in the file is").selectOption("Inches");
    await dialog.getByRole("button", { name: "Convert again" }).click();
    await expect(dialog).toHaveCount(0);
    await expectScanShown(page);
    await expect.poll(async () => (await readScan(owner, scans[0]!)).report?.unit).toBe("inch");
    await expect(scansOf(page).getByText("Ready", { exact: true })).toBeVisible();
    await expectScanShown(page);
  });
});

test("visitors look at a place from above, choose a mark there, and walk from where they click", async ({
  server,
  person,
  openWindow,
  openWindowOf,
}) => {
  const owner = await person();
  const blueprint = await makeBlueprint(owner, "Drawn");
  const file = makePointCloud(120_000);
  await waitForScan(owner, await uploadScan(server, owner, blueprint, "room.ply", file));
  await waitForScan(owner, await uploadScan(server, owner, blueprint, "hall.svg", makeDrawing()));
  const editor = await (await openWindowOf(owner)).newPage();
  await openEditor(editor, blueprint);
  await placeAnchor(editor);
  await describeAnchor(editor, "Coat check", "Free of charge.");
  await expectSaved(editor);
  await layDrawing(editor);
  await expectSaved(editor);
  const { slug } = await publish(owner, blueprint);

  const visit = await (await openWindow()).newPage();
  await visit.goto(`/webxr?b=${slug}`);
  await expectScanShown(visit);
  await visit.getByRole("radio", { name: "Plan" }).click();
  await test.step("the drawing that the team has laid comes first, and the scan's own walls on demand", async () => {
    const drawing = visit.getByRole("img", { name: /^hall\.svg, [\d.]+ by [\d.]+ metres$/ });
    await expect(drawing).toBeVisible();
    await expect
      .poll(() => drawing.locator("img").evaluate((picture) => (picture as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await visit.getByLabel("Drawn from").selectOption("Walls in the scan");
    await expect(drawing).toHaveCount(0);
  });
  await expect(visit.getByRole("img", { name: "Walls seen from above, 7.1 by 5.1 metres" })).toBeVisible();
  await expect(visit.getByRole("img", { name: "You are here" })).toBeAttached();

  await visit.getByRole("button", { name: "1. Coat check" }).last().click();
  await expect(visit.getByRole("region", { name: "Place", exact: true })).toContainText("Free of charge.");
  await visit.keyboard.press("Escape");

  // By keyboard alone: move, zoom, go to what is in the middle.
  const plan = visit.getByRole("region", { name: /^Floor plan/ });
  await plan.focus();
  for (const key of ["+", "ArrowLeft", "Home"]) await visit.keyboard.press(key);
  await visit.keyboard.press("Enter");
  await expect(plan).toHaveCount(0);
  await expect(visit.getByRole("radio", { name: "Walk" })).toBeChecked();
  await visit.keyboard.press("p");
  await expect(plan).toBeVisible();
  await plan.click({ position: { x: 300, y: 300 } });
  await expect(plan).toHaveCount(0);
});

/** Aligns the drawing with the floor by two pairs of points, as seen from above. */
async function layDrawing(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Plan" }).click();
  await expect(page.locator("[data-editor-plan]")).toBeVisible();
  await page.keyboard.press("p");
  const panel = page.getByRole("region", { name: "Place plans and scans" });
  await panel.getByRole("button", { name: /hall\.svg.*Not placed yet/ }).click();
  const picker = panel.getByRole("button", { name: /^Plan to pick points on/ });
  const pairs = page.getByRole("list", { name: "Pairs of points" }).getByRole("listitem");
  const click = async (element: Locator, x: number, y: number) => {
    const box = await element.boundingBox();
    if (box === null) throw new Error("There is nothing to click.");
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  };
  // The panel covers the left half of the stage.
  for (const [count, [u, v, x, y]] of [
    [1, [0.2, 0.2, 0.6, 0.4]],
    [2, [0.8, 0.8, 0.85, 0.65]],
  ] as const) {
    await click(picker, u, v);
    await expect(panel.getByText("Now click the same point in the 3D view.")).toBeVisible();
    await click(sceneOf(page), x, y);
    await expect(pairs).toHaveCount(count);
  }
  await panel.getByRole("button", { name: "Done" }).click();
}

/** The outline of a hall, 600 × 400. */
function makeDrawing(): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400"><path d="M20 20H580V380H320M260 380H20Z" fill="none" stroke="#123" stroke-width="8"/></svg>',
  );
}

test("a drawing asks for its scale, appears in the editor, and visitors turn its pages", async ({
  person,
  openWindow,
  openWindowOf,
}) => {
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/create-blueprint");
  await page.getByLabel("Name", { exact: true }).fill("Drawn by an architect");
  // Two sheets of A2.
  const sheet = { width: 1684, height: 1191, content: `3 0 0 4 200 100 cm ${roomContent}` };
  const buffer = Buffer.from(buildPdf([sheet, sheet]));
  await page.getByLabel("Scan file").setInputFiles({ name: "hall.pdf", mimeType: "application/pdf", buffer });
  const card = page.getByRole("region", { name: "File hall.pdf" });
  await expect(card.getByText("Floor plan", { exact: true })).toBeVisible();
  await expect(card.getByText("594 × 420 mm")).toBeVisible();
  await card.getByLabel("Scale of the drawing").selectOption("1:100");
  await expect(card.getByText(/That makes the sheet 59\.4\d* m wide in the building\./)).toBeVisible();
  await page.getByRole("button", { name: "Create blueprint" }).click();
  await expectScanShown(page);

  const { blueprints } = await owner.api(listBlueprints, { query: { teamId: owner.teamId } });
  const { slug } = await publish(owner, blueprints[0]!);
  const visit = await (await openWindow()).newPage();
  await visit.goto(`/webxr?b=${slug}`);
  await expect(visit.getByRole("img", { name: "Drawing, page 1, 59.4 by 42.0 metres" })).toBeVisible();
  await visit.getByLabel("Page", { exact: true }).selectOption("Page 2");
  const second = visit.getByRole("img", { name: /^Drawing, page 2/ });
  await expect(second).toBeVisible();
  // Zoomed in, it sharpens by tiles; by keyboard alone.
  const plan = visit.getByRole("region", { name: /^Floor plan/ });
  await plan.focus();
  for (let step = 0; step < 6; step++) await visit.keyboard.press("+");
  await visit.keyboard.press("ArrowRight");
  const tiles = second.locator("img[src*='/pages/1/']");
  await expect
    .poll(() => tiles.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length))
    .toBeGreaterThan(1);
  await visit.keyboard.press("Home");
  await expect(tiles).toHaveCount(0);
});
