import type { Page } from "@playwright/test";
import { anchorsOf, openEditor, sceneOf } from "../harness/editor.ts";
import { tabTo } from "../harness/keyboard.ts";
import { expect, test } from "../harness/people.ts";
import { makeReadyBlueprint } from "../harness/scans.ts";

test("5,000 anchors and 500 zones open, are found and are selected", async ({ server, person, openWindowOf }) => {
  test.slow();
  const host = await person();
  const blueprint = await makeReadyBlueprint(server, host);
  const page = await (await openWindowOf(host)).newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openEditor(page, blueprint);
  const rows = Array.from({ length: 5_000 }, (_, at) => `info,Shelf ${at + 1},${at % 100},0,${Math.floor(at / 100)}`);
  await importFile(page, "shelves.csv", ["type,title,x,y,z", ...rows].join("\n"));
  await importFile(page, "areas.geojson", makeZones(500, 0.5));
  await expect(page.locator("[data-save-state]")).toHaveText("Saved", { timeout: 60_000 });

  await openEditor(page, blueprint);
  await expect(page.locator("[data-objects='5500']")).toBeVisible();
  // Of very many anchors the nearest are pins, and only the lines in sight are in the page.
  expect(await sceneOf(page).locator("[data-marker]").count()).toBeLessThan(400);
  expect(await anchorsOf(page).count()).toBeLessThan(100);
  await page.keyboard.press("/");
  await page.keyboard.type("Shelf 4321");
  await expect(anchorsOf(page)).toHaveText([/Shelf 4321/]);
  await tabTo(page, page.getByRole("tree", { name: "Outline" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Shelf 4321");
  await expect(sceneOf(page).getByRole("button", { name: "4321. Shelf 4321" })).toBeVisible();
  await page.getByLabel("Search the outline").fill("Area 500");
  await expect(zonesOf(page)).toHaveText([/Area 500/]);
  await page.getByLabel("Search the outline").fill("");
  await page.getByRole("tree", { name: "Outline" }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByRole("heading", { name: "5,500 objects selected" })).toBeVisible();
});

function zonesOf(page: Page) {
  return page.getByRole("listbox", { name: "Zones" }).getByRole("option");
}

async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import and export" }).click();
  const dialog = page.getByRole("dialog", { name: "Import and export" });
  await dialog.getByLabel("File to import").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Squares beside each other on the floor, as GeoJSON in metres of the place. */
function makeZones(count: number, sideMetres: number): string {
  const features = Array.from({ length: count }, (_, at) => {
    const [x, z] = [1 + (at % 25), 0.5 + Math.floor(at / 25)];
    const corners = [
      [x, -z],
      [x + sideMetres, -z],
      [x + sideMetres, -z - sideMetres],
      [x, -z - sideMetres],
      [x, -z],
    ];
    const geometry = { type: "Polygon", coordinates: [corners] };
    return { type: "Feature", geometry, properties: { name: `Area ${at + 1}` } };
  });
  return JSON.stringify({ type: "FeatureCollection", blueprint: { version: 2, frame: "local metres" }, features });
}
