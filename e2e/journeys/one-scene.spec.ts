import { readFile } from "node:fs/promises";
import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ScanCounts } from "@blueprint/contract/scan-report";
import { buildPanoramaZip } from "@blueprint/scans/testing/build-panorama-zip";
import type { Locator, Page } from "@playwright/test";
import { expectScanShown, sceneOf } from "../harness/editor.ts";
import { expect, test } from "../harness/people.ts";
import { findRealScan, makeBlueprint, makeTwoStoreys, publish, uploadScan, waitForScan } from "../harness/scans.ts";

const files = [
  "mesh/room-living_room.glb",
  "pointcloud/lion_takanawa.copc.laz",
  "splat/biker.spz",
  "pano/examplepano.jpg",
].map((path) => findRealScan(path));

interface Figures {
  readonly drawCalls: number;
  readonly triangles: number;
  readonly points: number;
  readonly splats: number;
  readonly cacheBytesMax: number;
  readonly scans: readonly { readonly label: string; readonly receivedBytes: number }[];
}

const statsOf = (page: Page): Locator => page.getByRole("status", { name: "Drawing statistics" });

/** Waits for the page's drawing statistics to be as expected. */
async function expectDrawn(page: Page, isExpected: (figures: Figures) => boolean, what: string): Promise<void> {
  const read = async () => isExpected(JSON.parse((await statsOf(page).getAttribute("data-stats")) ?? "{}") as Figures);
  await expect.poll(read, { message: what, timeout: 60_000 }).toBe(true);
}

test("mesh, points, splats and panoramas of one place appear together, and each can be switched off", async ({
  person,
  server,
  openWindow,
}) => {
  test.skip(files.includes(null), "needs ../shared/data");
  test.setTimeout(240_000);
  const owner = await person();
  const blueprint = await makeBlueprint(owner, "Everything at once");
  const counts = new Map<ScanKind, ScanCounts>();
  for (const file of files) {
    const bytes = new Uint8Array(await readFile(file!));
    const isPanorama = file!.endsWith(".jpg");
    const name = isPanorama ? "tour.zip" : file!.split("/").at(-1)!;
    const upload = isPanorama ? await buildPanoramaZip(bytes) : bytes;
    const scan = await waitForScan(owner, await uploadScan(server, owner, blueprint, name, upload));
    counts.set(scan.kind, scan.report?.counts ?? {});
  }
  const [{ triangles: allTriangles }, { points: allPoints }] = [counts.get("mesh")!, counts.get("point-cloud")!];
  const { slug } = await publish(owner, blueprint);

  // Splats are heavy for a CPU without a graphics card: a small window has fewer pixels to draw.
  const page = await (await openWindow({ viewport: { width: 800, height: 500 } })).newPage();
  page.setDefaultTimeout(45_000);
  await page.goto(`/webxr?b=${slug}&stats`);
  await expectScanShown(page);
  await expect(sceneOf(page)).toHaveAttribute("data-scans-shown", "3");
  await expectDrawn(
    page,
    ({ triangles, points, splats }) => triangles > 100 && points > 1_000 && splats > 1_000,
    "triangles, points and splats in one frame",
  );
  await expectDrawn(page, ({ scans }) => scans.every(({ receivedBytes }) => receivedBytes > 1_000), "bytes of each");
  await expect(statsOf(page)).toContainText("shared by 3 scans");

  await test.step("switched off, a scan is no longer drawn, and the others may use what it used", async () => {
    await page.getByRole("button", { name: /^Scans/ }).click();
    const layers = page.getByRole("dialog", { name: "Scans" });
    await layers.getByRole("checkbox", { name: "Photorealistic scan" }).uncheck();
    await layers.getByRole("checkbox", { name: "Point cloud" }).uncheck();
    await expectDrawn(
      page,
      ({ points, splats, triangles }) => points === 0 && splats === 0 && triangles > 100,
      "only the mesh",
    );
    await expect(statsOf(page)).not.toContainText("shared by");
    await layers.getByRole("checkbox", { name: "Point cloud" }).check();
    await expectDrawn(page, ({ points }) => points > 1_000, "points again");
  });

  await test.step("at rest, every triangle and every point of their files is drawn", async () => {
    await expectDrawn(
      page,
      ({ triangles, points }) => triangles === allTriangles && points === allPoints,
      `${allTriangles} triangles, ${allPoints} points`,
    );
  });

  await test.step("a panorama is stepped into, on to its neighbours, and left again, back to where one was", async () => {
    const before = await sceneOf(page).getAttribute("data-camera");
    await page.getByRole("dialog", { name: "Scans" }).getByRole("button", { name: "Hall" }).click();
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "look");
    await expect(sceneOf(page)).toHaveAttribute("data-standpoint", "Hall");
    await expect(sceneOf(page)).toHaveAttribute("data-scan-state", "shown");
    await expectDrawn(page, ({ points }) => points === 0, "nothing but the panorama");
    await page.keyboard.press("Escape");
    // A closing panel returns the focus to its button.
    await expect(page.getByRole("button", { name: /^Scans/ })).toBeFocused();
    await sceneOf(page).getByRole("application").focus();
    await page.keyboard.press("PageDown");
    await expect(sceneOf(page)).toHaveAttribute("data-standpoint", "Stair");
    await expect(sceneOf(page)).toHaveAttribute("data-camera", /^-?0\.000,1\.600,-4\.000$/);
    await page.getByRole("button", { name: "Previous panorama" }).click();
    await expect(sceneOf(page)).toHaveAttribute("data-standpoint", "Hall");
    // Straight ahead on foot: the current panorama stays until the next one is loaded, then its marker is at the old
    // position.
    await page.keyboard.press("Home");
    await sceneOf(page).getByRole("application").focus();
    await page.keyboard.press("w");
    await expect(sceneOf(page)).toHaveAttribute("data-standpoint", "Stair");
    await expect(page.getByRole("button", { name: "Step into Hall", includeHidden: true })).toBeAttached();
    await page.getByRole("button", { name: "Exit panorama" }).click();
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "orbit");
    await expectDrawn(page, ({ points }) => points > 1_000, "the scene again");
    await expect(sceneOf(page)).toHaveAttribute("data-camera", before ?? "");
  });

  await test.step("after the graphics card gave up, all is drawn again within a smaller budget", async () => {
    await sceneOf(page)
      .locator("canvas")
      .evaluate((canvas: HTMLCanvasElement) => {
        canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
      });
    await page.getByRole("button", { name: "Draw again" }).click();
    await expectScanShown(page);
    await expectDrawn(page, ({ points, triangles }) => points > 1_000 && triangles > 100, "mesh and points again");
    await expect(statsOf(page)).toContainText("the graphics card gave up once");
  });
});

test("a storey is chosen once for the dollhouse and the walk", async ({ person, server, openWindow }) => {
  const owner = await person();
  const blueprint = await makeBlueprint(owner, "Two storeys");
  await waitForScan(owner, await uploadScan(server, owner, blueprint, "house.glb", makeTwoStoreys()));
  const { slug } = await publish(owner, blueprint);
  const page = await (await openWindow()).newPage();
  await page.goto(`/webxr?b=${slug}`);
  await expectScanShown(page);
  const scene = sceneOf(page);
  const storeys = page.getByRole("combobox", { name: "Storey" });
  const heightOf = async () => Number((await scene.getAttribute("data-camera"))?.split(",")[1]);
  const expectEyesAt = (heightM: number) =>
    expect.poll(async () => Math.abs((await heightOf()) - heightM), { timeout: 30_000 }).toBeLessThan(0.05);

  await test.step("the dollhouse is cut open below the next floor, and higher or lower by keyboard", async () => {
    await storeys.selectOption({ index: 1 });
    await page.getByRole("button", { name: "Cut open" }).click();
    const slider = page.getByRole("slider", { name: "Cut height" });
    await expect(slider).toHaveAttribute("aria-valuetext", "2.2\u00a0m");
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(slider).toHaveAttribute("aria-valuetext", "2.1\u00a0m");
    await page.keyboard.press("End");
    await expect(slider).toHaveAttribute("aria-valuetext", "No cut");
  });

  await test.step("walking starts on the chosen storey, a body's width from its walls, and goes to the other", async () => {
    await storeys.selectOption({ index: 2 });
    await page.getByRole("radio", { name: "Walk" }).click();
    await expectEyesAt(4.6);
    await storeys.selectOption({ index: 0 });
    await expectEyesAt(1.6);
  });

  await test.step("a ring shows where a click leads, and the map where one is", async () => {
    const { width, height } = page.viewportSize()!;
    // Down to the floor: straight ahead, there is only wall.
    await scene.getByRole("application").focus();
    await page.keyboard.press("PageDown", { delay: 600 });
    await page.mouse.move(width / 2, height - 20);
    await expect(scene).toHaveAttribute("data-walk-ring", "");
    await expect(page.getByRole("region", { name: "Map of this storey. Click to go there." })).toBeVisible();
  });
});
