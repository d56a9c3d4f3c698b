import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { anchorsOf, expectSaved, openEditor, outlineOf, sceneOf } from "../harness/editor.ts";
import { tabTo } from "../harness/keyboard.ts";
import { expect, test } from "../harness/people.ts";
import { makeReadyBlueprint } from "../harness/scans.ts";
import { keepPicture, picturesDir } from "../harness/test.ts";

const looks = [
  { look: "light desktop", width: 1280, height: 800, colorScheme: "light" },
  { look: "dark desktop", width: 1280, height: 800, colorScheme: "dark" },
  { look: "light phone", width: 390, height: 844, colorScheme: "light" },
] as const;

const anchorRows = ["type,title,x,y,z", "info,Door,1,0,1", "info,Desk,3,1,2", "safety,Exit,5,0,3"];

test("objects are placed, selected, ordered and copied elsewhere, and every state of the editor is accessible", async ({
  server,
  person,
  openWindowOf,
  axe,
}) => {
  test.slow();
  const host = await person();
  const blueprint = await makeReadyBlueprint(server, host);
  const other = await makeReadyBlueprint(server, host, "Depot");
  const window = await openWindowOf(host);
  const page = await window.newPage();
  // The camera jumps to its target: the next click must hit what is there.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openEditor(page, blueprint);
  await importFile(page, "anchors.csv", anchorRows.join("\n"));
  await importFile(page, "zones.geojson", makeZones(1, 3));
  await expect(anchorsOf(page)).toHaveText([/Door/, /Desk/, /Exit/]);

  const key = (pressed: string) => () => page.keyboard.press(pressed);
  const more = (name: string) => async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const states: readonly (readonly [name: string, open: () => Promise<void>])[] = [
    ["nothing is selected", key("Escape")],
    ["an anchor is selected", () => anchorsOf(page).first().click()],
    ["a zone is selected", () => zonesOf(page).first().click()],
    ["everything is selected", key("ControlOrMeta+a")],
    ["an anchor is about to be placed", key("a")],
    ["a zone is being drawn", () => draw(page, "z")],
    ["a volume is being measured", () => measureVolume(page)],
    ["a plan is being placed", key("p")],
    ["a comment is being written", () => commentAtAim(page)],
    ["a rectangle is about to be drawn", () => page.getByRole("radio", { name: "Select with a rectangle" }).click()],
    ["the plan is shown", key("l")],
    ["the palette is open", key("ControlOrMeta+k")],
    ["the keys are listed", key("?")],
    ["all comments are listed", more("Show comments")],
    [
      "units, north and storeys are set",
      async () => {
        await more("Units, north and storeys")();
        const settings = page.getByRole("dialog", { name: "Units, north and storeys" });
        await settings.getByRole("button", { name: "Add ground floor" }).click();
        await settings.getByLabel("Name of storey 0").fill("Hall floor");
        await settings.getByRole("button", { name: "Add storey above" }).click();
        await expect(settings.getByLabel("Floor at").first()).toHaveValue("3");
        await settings.getByRole("button", { name: "Enter coordinates" }).click();
        await settings.getByLabel("Latitude").fill("46.95");
        await settings.getByLabel("North").fill("90");
      },
    ],
    ["the place is shared", () => page.getByRole("button", { name: "Share" }).click()],
  ];
  for (const [name, open] of states) {
    await test.step(`accessible while ${name}`, async () => {
      await open();
      await axe(page);
      await keepPictures(page, name);
      for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  }
  await page.getByRole("radio", { name: "3D" }).click();

  await test.step("what was measured goes out as a table and as a drawing", async () => {
    await more("Import and export")();
    const dialog = page.getByRole("dialog", { name: "Import and export" });
    for (const [kind, content] of [
      ["CSV", /Volume/i],
      ["DXF", /\s0\s+SECTION[\s\S]*\s0\s+EOF\s*$/],
    ] as const) {
      const downloading = page.waitForEvent("download");
      await dialog.getByRole("button", { name: `Measurements as ${kind}` }).click();
      expect(readFileSync(await (await downloading).path(), "utf8")).toMatch(content);
    }
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  await test.step("a rectangle and a brush select what they touch", async () => {
    await page.keyboard.press("h");
    await page.getByRole("radio", { name: "Select with a rectangle" }).click();
    await dragStage(page, [0.02, 0.02], [0.98, 0.98]);
    await expect(selectedAnchorsOf(page)).toHaveCount(3);
    await page.getByRole("radio", { name: "Select with a brush" }).click();
    const pin = await sceneOf(page).getByRole("button", { name: "2. Desk" }).boundingBox();
    if (pin === null) throw new Error("The pin is not on the canvas.");
    await page.mouse.move(pin.x - 30, pin.y + pin.height / 2);
    await page.mouse.down();
    await page.mouse.move(pin.x + pin.width / 2, pin.y + pin.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(selectedAnchorsOf(page)).toHaveText([/Desk/]);
    await page.getByRole("radio", { name: "Select by clicking" }).click();
  });

  await test.step("a line of the outline is dragged to another place", async () => {
    await anchorsOf(page)
      .filter({ hasText: "Exit" })
      .dragTo(anchorsOf(page).filter({ hasText: "Door" }));
    await expect(anchorsOf(page)).toHaveText([/Exit/, /Door/, /Desk/]);
  });

  await test.step("what is cut here is pasted into another blueprint", async () => {
    await anchorsOf(page).filter({ hasText: "Desk" }).click();
    await page.keyboard.press("ControlOrMeta+x");
    await expect(anchorsOf(page)).toHaveCount(2);
    await expectSaved(page);
    await openEditor(page, other);
    await expect(page.locator("[data-save-state]")).toHaveText("Saved");
    await page.keyboard.press("ControlOrMeta+v");
    await expect(anchorsOf(page)).toHaveText([/Desk/]);
    await expectSaved(page);
  });

  await test.step("an anchor is placed where a walker aims, without a pointer", async () => {
    await page.keyboard.press("m");
    await expect(page.getByRole("radio", { name: "Walk" })).toBeChecked();
    await page.keyboard.press("a");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
    await page.keyboard.type("Aimed at");
    await expect(anchorsOf(page)).toHaveText([/Desk/, /Aimed at/]);
    await page.keyboard.press("ControlOrMeta+z");
  });
});

test("5,000 anchors and 500 zones can be opened, found and selected", async ({ server, person, openWindowOf }) => {
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
  // Of very many anchors, only the nearest are pins, and only visible rows are in the page.
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
  await page.getByLabel("Search outline").fill("Area 500");
  await expect(zonesOf(page)).toHaveText([/Area 500/]);
  await page.getByLabel("Search outline").fill("");
  await page.getByRole("tree", { name: "Outline" }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByRole("heading", { name: "5,500 objects selected" })).toBeVisible();
});

async function keepPictures(page: Page, name: string): Promise<void> {
  if (picturesDir === undefined) return;
  const before = page.viewportSize();
  for (const { look, width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await keepPicture(page, `${name} ${look}`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

function zonesOf(page: Page) {
  return outlineOf(page, "zones");
}

function selectedAnchorsOf(page: Page) {
  return anchorsOf(page).and(page.locator("[aria-selected=true]"));
}

async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import and export" }).click();
  const dialog = page.getByRole("dialog", { name: "Import and export" });
  await dialog.getByLabel("File to import").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Adjacent squares on the floor, as GeoJSON in metres of the place. */
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

async function clickStage(page: Page, x: number, y: number): Promise<void> {
  const box = await sceneOf(page).boundingBox();
  if (box === null) throw new Error("There is no stage.");
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

async function dragStage(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const box = await sceneOf(page).boundingBox();
  if (box === null) throw new Error("There is no stage.");
  await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps: 4 });
  await page.mouse.up();
}

async function draw(page: Page, tool: string): Promise<void> {
  await page.keyboard.press("h");
  await page.keyboard.press(tool);
  await clickStage(page, 0.4, 0.6);
  await clickStage(page, 0.6, 0.6);
  await expect(page.locator("[data-draft-points='2']")).toBeAttached();
}

async function measureVolume(page: Page): Promise<void> {
  await page.keyboard.press("h");
  await page.keyboard.press("r");
  await page.getByLabel("What to measure").selectOption("volume");
  for (const [x, y] of [
    [0.3, 0.6],
    [0.35, 0.7],
    [0.5, 0.7],
  ] as const)
    await clickStage(page, x, y);
  await page.getByRole("button", { name: "Close base" }).click();
  await expect(page.getByText("Click a point at the top, such as the ceiling.")).toBeVisible();
  await clickStage(page, 0.5, 0.3);
  await expect(page.locator("[data-measured]")).toHaveText(/m³ ± .*m³/);
}

async function commentAtAim(page: Page): Promise<void> {
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("New comment")).toBeFocused();
}
