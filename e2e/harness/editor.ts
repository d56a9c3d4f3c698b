import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./people.ts";

/** The canvas area that draws a scan and its anchors, in the editor and for visitors. */
export function sceneOf(page: Page): Locator {
  return page.locator("[data-scan-state]");
}

export async function expectScanShown(page: Page): Promise<void> {
  await expect(sceneOf(page)).toHaveAttribute("data-scan-state", "shown", { timeout: 60_000 });
}

/** Opens a blueprint with a ready scan and waits until it is editable. */
export async function openEditor(page: Page, { id }: Pick<Blueprint, "id">): Promise<void> {
  await page.goto(`/blueprint-editor/${id}`);
  await expectScanShown(page);
}

/** Where to click on the scan: a fraction of the canvas's width and height from its top left. */
export interface CanvasSpot {
  readonly x: number;
  readonly y: number;
}

/** Picks the anchor tool and clicks the scan. The new anchor is selected, and its title has the focus. */
export async function placeAnchor(page: Page, spot: CanvasSpot = { x: 0.5, y: 0.5 }): Promise<void> {
  await page.getByRole("button", { name: "Anchor", exact: true }).click();
  await expect(page.getByText("Click a surface to place an anchor.")).toBeVisible();
  const { x, y } = await toPagePoint(page, spot);
  await page.mouse.click(x, y);
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
}

export async function describeAnchor(page: Page, title: string, text: string): Promise<void> {
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Text", { exact: true }).fill(text);
}

/** Drags an anchor's pin by some pixels. */
export async function dragPin(page: Page, name: string | RegExp, byX: number, byY: number): Promise<void> {
  const box = await sceneOf(page).getByRole("button", { name }).boundingBox();
  if (box === null) throw new Error(`The pin ${name} is not on the canvas.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byX / 2, y + byY / 2, { steps: 2 });
  await page.mouse.move(x + byX, y + byY, { steps: 2 });
  await page.mouse.up();
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.locator("[data-save-state]")).toHaveText("Saved");
}

/** The outline's anchors and groups, from top to bottom. */
export function anchorsOf(page: Page): Locator {
  return outlineOf(page, "anchors").or(outlineOf(page, "groups"));
}

/** The outline's rows of one kind. */
export function outlineOf(
  page: Page,
  kind: "anchors" | "groups" | "zones" | "plans" | "measurements" | "threads" | "views" | "tours" | "scans",
): Locator {
  return page.getByRole("tree", { name: "Outline" }).locator(`[role=treeitem][data-kind=${kind}]`);
}

async function toPagePoint(page: Page, { x, y }: CanvasSpot): Promise<{ x: number; y: number }> {
  const box = await sceneOf(page).boundingBox();
  if (box === null) throw new Error("There is no canvas.");
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}
