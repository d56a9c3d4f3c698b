import { readFile } from "node:fs/promises";
import { buildPanoramaZip } from "@blueprint/scans/testing/build-panorama-zip";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { editMember } from "@blueprint/scene/member-operations";
import { addObject } from "@blueprint/scene/object-operations";
import type { Locator, Page } from "@playwright/test";
import { expectScanShown, sceneOf } from "../harness/editor.ts";
import { editScene, publishFullHouse } from "../harness/full-house.ts";
import { expect, signIn, test } from "../harness/people.ts";
import { makeBlueprint, publish, uploadScan, waitForScan } from "../harness/scans.ts";
import { keepPicture } from "../harness/test.ts";
import { findLayoutProblems } from "../harness/visible-controls.ts";

let slug = "";

test.beforeAll(async ({ server, operator }) => {
  slug = (await publishFullHouse(server, operator)).slug;
});

// A member of the team has one more control than visitors: whom to view the place as.
test.beforeEach(({ context, server, operator }) => signIn(context, server, operator));

const sizes = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
] as const;

async function openPlace(page: Page): Promise<void> {
  await page.goto(`/webxr?b=${slug}`);
  await expectScanShown(page);
}

test.use({ hasTouch: true, isMobile: true, viewport: sizes[0] });

test("controls of a visitor's view never overlap, are never clipped, and suit a thumb", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPlace(page);
  const measure = (state: string) => measureSizes(page, state);
  for (const mode of ["Orbit", "Walk", "Fly", "Plan"]) {
    await page.getByRole("radio", { name: mode }).click();
    await measure(mode);
    await page.getByRole("button", { name: "Take the tour: Round trip through all rooms" }).click();
    const player = page.getByRole("region", { name: "Tour Round trip through all rooms" });
    const card = page.getByRole("region", { name: "Place", exact: true });
    await expect(card).toContainText("Tuesday to Sunday");
    await expect(player, "a text is told once").not.toContainText("Tuesday to Sunday");
    await measure(`${mode} with a tour`);
    await player.getByRole("button", { name: "End tour" }).click();
    await measure(`${mode} with a card`);
    await page.getByRole("button", { name: "Close", exact: true }).click();
  }
  await expect(sceneOf(page).locator("[data-marker]").first(), "no pin shows through the plan").toBeHidden();
});

test("controls never overlap in a panorama", async ({ page, server, operator }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const blueprint = await makeBlueprint(operator, "Two panoramas");
  const zip = await buildPanoramaZip();
  await waitForScan(operator, await uploadScan(server, operator, blueprint, "tour.zip", zip));
  await editScene(server, operator, blueprint, (doc) => {
    const made = { createdBy: "journey", createdAt: "2026-01-01T00:00:00.000Z" };
    const spot = { position: [1, 1, -2], normal: [0, 0, 1], floor: 0 } as const;
    addAnchor(doc, { id: "door", type: "info", title: "Door", text: "Open until six.", ...spot, ...made });
    addObject(doc, "tours", "round", { name: "Round trip", isStepFree: true, walkingSpeed: 1 });
    editMember(doc, { kind: "tours", id: "round" }, "stop", "first", { anchorId: "door", narration: "", seconds: 600 });
  });
  const { slug: place } = await publish(operator, blueprint);
  await page.goto(`/webxr?b=${place}`);
  await expectScanShown(page);
  await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "look");
  await measureSizes(page, "panorama");
  await page.getByRole("button", { name: "Take the tour: Round trip" }).click();
  await expect(page.getByRole("region", { name: "Place", exact: true })).toContainText("Open until six.");
  await measureSizes(page, "panorama with a tour");
  await page.getByRole("button", { name: "End tour" }).click();
  await measureSizes(page, "panorama with a card");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: /^Scans/ }).click();
  await measureSizes(page, "panorama with the list of scans");
});

test("a phone shows one sheet at a time, at three heights", async ({ page, axe }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPlace(page);
  const sheet = page.locator("[data-sheet]");
  const measure = async (state: string) => {
    await keepPicture(page, `sheet ${state}`);
    expect.soft(await findLayoutProblems(page), state).toEqual([]);
  };
  await test.step("the list, and the card that is opened from it", async () => {
    await page.getByRole("button", { name: "Show the list of places" }).click();
    await expect(sheet).toHaveAttribute("data-sheet", "half");
    await measure("list");
    await page.locator("[data-anchor]").first().click();
    await expect(sheet).toHaveCount(1);
    await expect(page.locator("[data-anchor]")).toHaveCount(0);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.locator("[data-anchor]").first()).toBeFocused();
  });
  await test.step("more, at every height by keyboard and by hand", async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(sheet).toHaveCount(1);
    const handle = page.getByRole("slider", { name: "Panel height" });
    for (const [key, height] of [
      ["ArrowUp", "full"],
      ["Home", "peek"],
      ["ArrowUp", "half"],
    ] as const) {
      await handle.press(key);
      await expect(sheet).toHaveAttribute("data-sheet", height);
      await measure(`more ${height}`);
    }
    await axe(page);
    await page.setViewportSize(sizes[2]);
    for (const [key, height] of [
      ["End", "full"],
      ["ArrowDown", "half"],
      ["ArrowDown", "peek"],
      ["ArrowUp", "half"],
    ] as const) {
      await handle.press(key);
      await expect(sheet).toHaveAttribute("data-sheet", height);
      await measure(`more ${height} on its side`);
    }
    const [panel, scene] = [await sheet.boundingBox(), await sceneOf(page).boundingBox()];
    expect(panel!.y, "the sheet begins at the top, beside the scene").toBe(0);
    expect(panel!.x).toBe(scene!.x + scene!.width);
    await page.setViewportSize(sizes[0]);
    await handle.click();
    await expect(sheet).toHaveAttribute("data-sheet", "full");
    // Waits until the handle is at rest.
    await handle.hover();
    const box = (await handle.boundingBox())!;
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 200, { steps: 4 });
    await page.mouse.move(box.x + box.width / 2, box.y + 270, { steps: 8 });
    await page.mouse.up();
    await expect(sheet).not.toHaveAttribute("data-sheet", "full");
  });
  await test.step("the help, which Escape closes", async () => {
    await page.getByRole("button", { name: "Keys and gestures" }).click();
    await expect(page.getByRole("heading", { name: "Orbiting" })).toBeVisible();
    await measure("help");
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
  });
});

test("a visitor shares the view, and saves it as a picture", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "other browsers ask before a page reads the clipboard");
  await page.setViewportSize({ width: 1280, height: 800 });
  // Flights arrive at once: the link is compared with a place to stand.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // A device without sharing of its own.
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await openPlace(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a picture" }).click();
  const picture = await download;
  expect(picture.suggestedFilename()).toBe("Museum of Small Measures (example).png");
  const bytes = await readFile(await picture.path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes.length).toBeGreaterThan(20_000);

  await page.locator("[data-anchor]").nth(6).click();
  await page.keyboard.press("v");
  await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "walk");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: "Share what I see now" }).click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [mode, ...shared] = new URL(link).searchParams.get("camera")!.split(",");
  expect(mode).toBe("walk");
  await page.goto("about:blank");
  await page.goto(link);
  await expectScanShown(page);
  await expect(page.getByRole("radio", { name: "Walk" })).toBeChecked();
  await expect
    .poll(async () => {
      const camera = (await sceneOf(page).getAttribute("data-camera"))?.split(",") ?? [];
      return Math.max(...[0, 1, 2].map((axis) => Math.abs(Number(camera[axis]) - Number(shared[axis]))));
    })
    .toBeLessThan(0.05);
});

test("pins show their kind, are grouped where they overlap, and hide behind walls", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPlace(page);
  const scene = sceneOf(page);
  const pin = (id: string) => scene.locator(`[data-marker="${id}"]`);
  await page.getByRole("button", { name: "Views" }).click();
  const view = page.getByRole("menuitem", { name: "From the door" });
  await expect(view.locator("[data-view-picture=drawn] img")).toBeVisible();
  expect(await countColours(view.locator("img")), "the picture shows the place").toBeGreaterThan(100);
  await keepPicture(page, "views with pictures");
  await view.click();
  await expect(scene).toHaveAttribute("data-view-mode", "walk");

  await test.step("only pins that can be seen from the door are there", async () => {
    await expect(pin("welcome").locator("svg")).toBeVisible();
    for (const behind of ["knot", "moon", "contours"]) await expect(pin(behind)).toBeHidden();
    await keepPicture(page, "pins from the door");
  });

  await test.step("three places on one spot are one pin, with a menu of them", async () => {
    await expect(pin("exit")).toHaveAttribute("data-cluster", "3");
    await expect(pin("guide")).toBeHidden();
    await pin("exit").click();
    const menu = page.getByRole("menu");
    await expect(menu.getByRole("menuitem")).toHaveText([/Way out/, /Sound of the hall/, /Folding rule/]);
    await keepPicture(page, "pins of one spot");
    await menu.getByRole("menuitem", { name: /Sound of the hall/ }).click();
    await expect(page.getByRole("region", { name: "Place", exact: true })).toContainText("Sound of the hall");
    await expect(pin("guide"), "the chosen one is in no group").toBeVisible();
    await expect(pin("exit")).toHaveAttribute("data-cluster", "2");
  });

  await test.step("distances count from where one stands", async () => {
    const card = page.locator("[data-anchor-card]");
    await expect(card).toContainText(/\d\.\d\sm (ahead|to the \w+).*on the floor/);
    await page.getByRole("radio", { name: "Orbit" }).click();
    await expect(card).not.toContainText("ahead");
    await expect(card).toContainText("On the floor", { ignoreCase: true });
  });

  await test.step("a place behind a wall is in the list, and its pin shows once it is chosen", async () => {
    await page.getByRole("radio", { name: "Walk" }).click();
    await page.locator('[data-anchor="knot"]').click();
    await expect(pin("knot")).toBeVisible();
    await keepPicture(page, "pin of a chosen place");
  });

  await test.step("a zone has its name on its floor, and says that one has entered it", async () => {
    await expect(page.getByText("You are in Room 1: Quiet.")).toBeVisible();
    await page.locator('[data-anchor="meridian"]').click();
    await expect(page.getByText("You are in Room 1: Quiet.")).toHaveCount(0);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Across room 1" }).click();
    await expect(pin("zone:room1").getByText("Room 1")).toBeVisible();
    await keepPicture(page, "zone with its name");
  });
});

/** Measures every pair of controls at each size, and returns to the first. */
async function measureSizes(page: Page, state: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const where = `${size.width}x${size.height} ${state}`;
    await keepPicture(page, `layout ${where}`);
    // Soft: one run shows every state that is wrong.
    await expect
      .configure({ soft: true, timeout: 3_000 })
      .poll(() => findLayoutProblems(page), { message: where })
      .toEqual([]);
  }
  await page.setViewportSize(sizes[0]);
}

/** Different colours of a picture: an empty one has one. */
function countColours(picture: Locator): Promise<number> {
  return picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
}
