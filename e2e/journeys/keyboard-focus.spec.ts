import { expect, test } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";

test("dialogs give the focus back, and one Escape closes them", async ({ person, openWindowOf }) => {
  const owner = await person();
  await makeBlueprint(owner, "Hall");
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/team-members");
  const invite = page.getByRole("button", { name: "Invite" });
  const dialog = page.getByRole("dialog");

  await test.step("to the button that opened it", async () => {
    await invite.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(invite).toBeFocused();
  });

  await test.step("from a button with a tooltip, at the first press", async () => {
    await page.keyboard.press("Enter");
    const close = dialog.getByRole("button", { name: "Close" });
    await close.focus();
    await expect(page.getByRole("tooltip", { name: "Close" })).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(invite).toBeFocused();
  });

  await test.step("to the menu that it was chosen from", async () => {
    await page.goto("/dashboard");
    const menu = page.getByRole("button", { name: "More actions for Hall" });
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Details" }).press("Enter");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
  });
});
