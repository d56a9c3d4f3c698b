import { readFile } from "node:fs/promises";
import { buildPanoramaZip } from "@blueprint/scans/testing/build-panorama-zip";
import type { Locator, Page } from "@playwright/test";
import { expectScanShown, sceneOf } from "../harness/editor.ts";
import { expect, test } from "../harness/people.ts";
import { findRealScan, makeBlueprint, publish, uploadScan, waitForScan } from "../harness/scans.ts";

const files = [
  "mesh/room-office_small.glb",
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

/** What the page says it draws, as soon as it says so. */
async function expectDrawn(page: Page, isExpected: (figures: Figures) => boolean, what: string): Promise<void> {
  const read = async () => isExpected(JSON.parse((await statsOf(page).getAttribute("data-stats")) ?? "{}") as Figures);
  await expect.poll(read, { message: what, timeout: 60_000 }).toBe(true);
}

test("mesh, points, splats and panoramas of one place are seen together, and each can be switched off", async ({
  person,
  server,
  openWindow,
}) => {
  test.skip(files.includes(null), "needs ../shared/data");
  test.setTimeout(240_000);
  const owner = await person();
  const blueprint = await makeBlueprint(owner, "Everything at once");
  for (const file of files) {
    const bytes = new Uint8Array(await readFile(file!));
    const isPanorama = file!.endsWith(".jpg");
    const name = isPanorama ? "tour.zip" : file!.split("/").at(-1)!;
    const upload = isPanorama ? await buildPanoramaZip(bytes) : bytes;
    await waitForScan(owner, await uploadScan(server, owner, blueprint, name, upload));
  }
  const { slug } = await publish(owner, blueprint);

  // Splats are heavy for a processor that draws without a graphics card: a small window has fewer of their pixels.
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
    await layers.getByRole("checkbox", { name: "Photo-real scan" }).uncheck();
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

  await test.step("a panorama is stepped into, on to its neighbours, and left again, back to where one was", async () => {
    const before = await sceneOf(page).getAttribute("data-camera");
    await page.getByRole("dialog", { name: "Scans" }).getByRole("button", { name: "Hall" }).click();
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "look");
    await expect(sceneOf(page)).toHaveAttribute("data-standpoint", "Hall");
    await expect(sceneOf(page)).toHaveAttribute("data-scan-state", "shown");
    await expectDrawn(page, ({ points }) => points === 0, "nothing but the panorama");
    await page.keyboard.press("Escape");
    // A panel that closes gives the focus back to its button.
    await expect(page.getByRole("button", { name: /^Scans/ })).toBeFocused();
    await sceneOf(page).getByRole("application").focus();
    await page.keyboard.press("PageDown");
    await expect(sceneOf(page)).toHaveAttribute("data-standpoint", "Stair");
    await expect(sceneOf(page)).toHaveAttribute("data-camera", /^-?0\.000,1\.600,-4\.000$/);
    await page.getByRole("button", { name: "Previous panorama" }).click();
    await expect(sceneOf(page)).toHaveAttribute("data-standpoint", "Hall");
    // Straight ahead on foot: the picture one has stays until the next one is there, then its mark is where one was.
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
