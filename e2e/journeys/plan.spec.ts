import { listBlueprints } from "@blueprint/contract/blueprints";
import { listScans } from "@blueprint/contract/scans";
import { buildPdf, roomContent } from "@blueprint/scans/plan-file/testing/build-pdf";
import { describeAnchor, expectSaved, expectScanShown, openEditor, placeAnchor } from "../harness/editor.ts";
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

test("a file that does not say its unit is asked about, and the answer makes the venue as large as it is", async ({
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
  await expect(page.getByText(/Then the scan is 600 × 400 × 300 m\./)).toBeVisible();
  await unit.selectOption("Centimetres");
  await expect(page.getByText(/Then the scan is 6\.0+ × 4\.0+ × 3\.0+ m\./)).toBeVisible();
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

test("visitors look at a place from above, choose a mark there, and walk from where they point", async ({
  server,
  person,
  openWindow,
  openWindowOf,
}) => {
  const owner = await person();
  const blueprint = await makeBlueprint(owner, "Drawn");
  const file = makePointCloud(120_000);
  await waitForScan(owner, await uploadScan(server, owner, blueprint, "room.ply", file));
  const editor = await (await openWindowOf(owner)).newPage();
  await openEditor(editor, blueprint);
  await placeAnchor(editor);
  await describeAnchor(editor, "Coat check", "Free of charge.");
  await expectSaved(editor);
  const { slug } = await publish(owner, blueprint);

  const visit = await (await openWindow()).newPage();
  await visit.goto(`/webxr?b=${slug}`);
  await expectScanShown(visit);
  await visit.getByRole("radio", { name: "Plan" }).click();
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

test("a drawing is asked for its scale, lies in the editor and is turned page by page by visitors", async ({
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
  await expect(card.getByText(/Then the sheet is 59\.4\d* m wide in the building\./)).toBeVisible();
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
  // Nearer, it sharpens by tiles; by keyboard alone.
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
