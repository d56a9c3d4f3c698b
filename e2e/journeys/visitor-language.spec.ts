import { expect, test } from "../harness/test.ts";

test("visitors read in their browser's language, or the address's", async ({
  openWindow,
  judge,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  const page = await (await openWindow({ locale: "de-CH" })).newPage();
  await page.goto("/webxr?b=no-such-place");
  await expect(page.getByRole("heading", { name: "Dieser Ort ist nicht öffentlich zugänglich" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await judge(page, "closed place in German");
  await page.getByRole("link", { name: "Zur Startseite" }).click();
  // Pages that are not for visitors of a place are in English, and say so to screen readers.
  await expect(page.locator("html")).toHaveAttribute("lang", "en");

  await page.goto("/webxr?b=no-such-place&lang=en");
  await expect(page.getByRole("heading", { name: "This place is not open to visitors" })).toBeVisible();
  await page.goto("/webxr");
  await expect(page.getByRole("heading", { name: "Welchen Ort möchten Sie besuchen?" })).toBeVisible();
  for (const path of ["/embed/calendar", "/embed/dashboard"]) {
    await page.goto(path);
    await expect(page.getByText("Eine Einbettung öffnet sich mit einem Schlüssel")).toBeVisible();
  }

  const english = await (await openWindow({ locale: "en-GB" })).newPage();
  await english.goto("/go?c=K7M2&lang=de-AT");
  await expect(english.getByRole("heading", { name: "Dieser Code funktioniert nicht" })).toBeVisible();
  await judge(english, "short link in German");
  await english.goto("/go?c=K7M2&lang=tlh");
  await expect(english.getByRole("heading", { name: "This code doesn’t work" })).toBeVisible();
});
