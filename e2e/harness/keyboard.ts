import type { Locator, Page } from "@playwright/test";
import { expect } from "./people.ts";

const stopsMax = 60;

/** Presses Tab until a control has the focus, like a keyboard user. @throws when Tab never gets there */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stops = 0; stops < stopsMax; stops++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab did not reach ${control} within ${stopsMax} stops.`);
}
