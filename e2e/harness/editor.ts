import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./people.ts";

/** The part of a canvas that draws a scan and its anchors, in the editor and for visitors. */
export function sceneOf(page: Page): Locator {
  return page.locator("[data-scan-state]");
}

export async function expectScanShown(page: Page): Promise<void> {
  await expect(sceneOf(page)).toHaveAttribute("data-scan-state", "shown", { timeout: 60_000 });
}

/** Opens a blueprint that has a ready scan and waits until it can be worked on. */
export async function openEditor(page: Page, { id }: Pick<Blueprint, "id">): Promise<void> {
  await page.goto(`/blueprint-editor/${id}`);
  await expectScanShown(page);
}

/** Where a click meets the scan: a share of the canvas's width and height from its top left. */
export interface CanvasSpot {
  readonly x: number;
  readonly y: number;
}

/** Takes the anchor tool and clicks the scan. The new anchor is selected, its title ready to be typed. */
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

/** Drags the pin of an anchor by some pixels. */
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

/** The anchors of the outline and their groups, from top to bottom. */
export function anchorsOf(page: Page): Locator {
  return outlineOf(page, "anchors").or(outlineOf(page, "groups"));
}

/** The lines of a kind in the outline. */
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
