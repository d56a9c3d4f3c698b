import { getMe } from "@blueprint/contract/users";
import { expect, test } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";
import { openDatabase } from "../harness/sign-in.ts";

test("dialogs return focus, and one Escape closes them", async ({ person, openWindowOf }) => {
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

test("the focus on a dashboard card is clearly visible", async ({ person, openWindowOf }) => {
  const owner = await person();
  await makeBlueprint(owner, "Hall");
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/dashboard");
  const card = page.getByRole("link", { name: "Hall" });
  await expect(card).toBeVisible();
  await page.keyboard.press("Tab");
  await card.focus();
  // The link covers its card, and its outline is the card's.
  const outline = await card.evaluate((link) => {
    const { outlineStyle, outlineWidth, width, height } = getComputedStyle(link, "::after");
    return { outlineStyle, outlineWidth, isLarge: Number.parseFloat(width) > 150 && Number.parseFloat(height) > 80 };
  });
  expect(outline).toEqual({ outlineStyle: "solid", outlineWidth: "2px", isLarge: true });
});

test("the bell's accessible name contains what it shows", async ({ server, person, openWindowOf }) => {
  const someone = await person();
  const { profile } = await someone.api(getMe, {});
  const page = await (await openWindowOf(someone)).newPage();
  const bell = page.getByRole("button", { name: /^Inbox/ });
  // More than the API lets anyone send within a minute.
  const database = openDatabase(server);
  const receive = (count: number) =>
    database`
      insert into notifications (id, user_id, kind, title, body, created_at)
      select gen_random_uuid(), ${profile.uid}, 'account', 'A notice', '', now() from generate_series(1, ${count}::int)`;
  for (const [count, shown] of [
    [7, "7"],
    [92, "99"],
    [1, "99+"],
  ] as const) {
    await receive(count);
    await page.goto("/settings");
    await expect(bell).toHaveText(shown);
    await expect(bell).toHaveAccessibleName(`Inbox, ${shown} unread`);
  }
  await database.end();
});
