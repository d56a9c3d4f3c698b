import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectSaved, expectScanShown, openEditor, placeAnchor } from "../harness/editor.ts";
import { expect, test } from "../harness/people.ts";
import { makeReadyBlueprint } from "../harness/scans.ts";

/** Set it to keep a picture of every card, to be judged by eye. */
const picturesDir = process.env.SCREENSHOTS_DIR;

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADAgH/p4oOmAAAAABJRU5ErkJggg==",
  "base64",
);

test("anchors of several types reach visitors as cards behind a password, and their answers reach the team", async ({
  server,
  person,
  openWindow,
  openWindowOf,
  screens,
  expectConsoleError,
}) => {
  // The browser writes down what the server refuses: a wrong password, a form with a gap.
  expectConsoleError(/status of 40[013]/);
  const judge = (page: Page, name: string) =>
    screens(page, async (screen) => {
      if (picturesDir === undefined) return;
      mkdirSync(picturesDir, { recursive: true });
      await page.screenshot({ path: join(picturesDir, `${name} ${screen.name}.png`.replaceAll(" ", "-")) });
    });
  const owner = await person({ name: "Hanna Host" });
  const blueprint = await makeReadyBlueprint(server, owner, "Small measures");
  const page = await (await openWindowOf(owner)).newPage();
  await openEditor(page, blueprint);

  await test.step("a picture with styled words", async () => {
    await placeAnchor(page, { x: 0.4, y: 0.6 });
    await page.getByLabel("Title", { exact: true }).fill("Seven rulers");
    await page.getByLabel("Type", { exact: true }).selectOption("image");
    await page.getByLabel("Picture", { exact: true }).setInputFiles({
      name: "rulers.png",
      mimeType: "image/png",
      buffer: picture,
    });
    await expect(page.getByText("rulers.png")).toBeVisible();
    await page.getByLabel("In words").fill("Seven rulers of different lengths");
    const text = page.getByRole("textbox", { name: "Text" });
    await text.click();
    await page.keyboard.type("None of them is ");
    await page.getByRole("button", { name: "Bold", exact: true }).click();
    await page.keyboard.type("right");
    await expect(text.locator("strong")).toHaveText("right");
    await judge(page, "editor picture anchor");
  });

  await test.step("a form", async () => {
    await placeAnchor(page, { x: 0.6, y: 0.6 });
    await page.getByLabel("Title", { exact: true }).fill("Tell us");
    await page.getByLabel("Type", { exact: true }).selectOption("form");
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByLabel("Question", { exact: true }).fill("Which one did you like?");
    await page.getByLabel("Must be answered").check();
    await expectSaved(page);
  });

  await test.step("published behind a password", async () => {
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await expect(dialog.getByText("Nothing is missing")).toBeVisible();
    await dialog.getByRole("radio", { name: /Password/ }).click();
    await expect(dialog.getByRole("button", { name: "Publish" })).toBeDisabled();
    await dialog.getByLabel("Password", { exact: true }).fill("three small measures");
    await judge(page, "publish with a password");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(dialog.getByText("Visitors see version 1.")).toBeVisible();
  });

  const visitor = await (await openWindow()).newPage();
  await test.step("the door asks for the password", async () => {
    await visitor.goto(`/webxr?b=${blueprint.slug}`);
    await visitor.getByLabel("Password").fill("guess");
    await visitor.getByRole("button", { name: "Open" }).click();
    await expect(visitor.getByText("That is not the password of this place.")).toBeVisible();
    await judge(visitor, "password of a place");
    await visitor.getByLabel("Password").fill("three small measures");
    await visitor.getByRole("button", { name: "Open" }).click();
    await expectScanShown(visitor);
  });

  await test.step("the cards show their content, and the form is answered", async () => {
    await visitor
      .getByRole("button", { name: /Seven rulers/ })
      .first()
      .click();
    const card = visitor.getByRole("region", { name: "Place" });
    const shown = card.getByRole("img", { name: "Seven rulers of different lengths" });
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await expect(card.locator("strong")).toHaveText("right");
    await judge(visitor, "card with a picture");
    await card.getByRole("button", { name: "Next place" }).click();
    await card.getByRole("button", { name: "Send" }).click();
    await expect(card.getByText("An answer is needed.")).toBeVisible();
    await card.getByLabel("Which one did you like?").fill("The red one");
    await judge(visitor, "card with a form");
    await card.getByRole("button", { name: "Send" }).click();
    await expect(card.getByText("Your answers have arrived.")).toBeVisible();
  });

  await test.step("the same is there to read after a reload, without a picture", async () => {
    await visitor.goto(`/webxr?b=${blueprint.slug}&text=1`);
    await expect(visitor.getByRole("heading", { name: "Seven rulers" })).toBeVisible();
    await expect(visitor.getByRole("img", { name: "Seven rulers of different lengths" })).toBeVisible();
  });

  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "See the answers" }).click();
  await expect(page.getByRole("dialog", { name: "Answers to Tell us" }).getByText("The red one")).toBeVisible();
});
