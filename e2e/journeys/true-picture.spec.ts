import { buildBall, buildPlySplats } from "@blueprint/scans/splat/testing/build-splats";
import { glbOf } from "@blueprint/scans/testing/build-glb";
import type { Vector3 } from "@blueprint/scene/vector";
import { addVolume } from "@blueprint/scene/volume-operations";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectScanShown, openEditor, sceneOf } from "../harness/editor.ts";
import { editScene } from "../harness/full-house.ts";
import { expect, test } from "../harness/people.ts";
import {
  makeBlueprint,
  makePlainRoom,
  makePointCloud,
  publish,
  readScan,
  uploadScan,
  waitForScan,
} from "../harness/scans.ts";
import { openDatabase } from "../harness/sign-in.ts";

// These journeys judge the picture itself.
test.use({ deviceScaleFactor: 1 });

const cells = 110;
const points = 90_000;

for (const [what, file, makeBytes, drawn] of [
  ["triangle", "dunes.glb", makeDunes, { triangles: cells * cells * 2, points: 0 }],
  ["point", "hall.ply", () => makePointCloud(points), { triangles: 0, points }],
] as const) {
  test(`every ${what} of a small file is drawn at rest`, async ({ person, server, openWindow }) => {
    const owner = await person();
    const blueprint = await makeBlueprint(owner);
    await waitForScan(owner, await uploadScan(server, owner, blueprint, file, makeBytes()));
    const { slug } = await publish(owner, blueprint);
    const page = await (await openWindow()).newPage();
    await page.goto(`/webxr?b=${slug}&stats`);
    await expectScanShown(page);
    await expect.poll(() => readFigures(page), { timeout: 60_000 }).toMatchObject(drawn);
  });
}

test("when graphics memory runs out, less of it is used, the statistics say so, and the picture stays", async ({
  person,
  server,
  openWindow,
}) => {
  const owner = await person();
  const blueprint = await makeBlueprint(owner);
  await waitForScan(owner, await uploadScan(server, owner, blueprint, "dunes.glb", makeDunes()));
  const { slug } = await publish(owner, blueprint);
  const page = await (await openWindow({ viewport: { width: 800, height: 500 } })).newPage();
  await page.addInitScript(refuseMemoryOnRequest);
  await page.goto(`/webxr?b=${slug}&stats`);
  await expectScanShown(page);
  const triangles = cells * cells * 2;
  await expect.poll(() => readFigures(page), { timeout: 60_000 }).toMatchObject({ triangles });
  const { cacheBytesMax } = await readFigures(page);
  const budgetOf = async () => (await readFigures(page)).cacheBytesMax / cacheBytesMax;

  await test.step("an allocation that the card refuses halves the budget", async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("test:refuse-memory")));
    await sceneOf(page).getByRole("application").press("ArrowLeft");
    await expect.poll(budgetOf).toBe(0.5);
    await expect(statsOf(page)).toContainText("the graphics card gave up once");
    expect(await measureSeen(page)).toBeGreaterThan(0.08);
  });

  await test.step("a card that gives up altogether draws again, with half of that", async () => {
    await sceneOf(page)
      .locator("canvas")
      .evaluate((canvas: HTMLCanvasElement) => {
        canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
      });
    await page.getByRole("button", { name: "Draw again" }).click();
    await expectScanShown(page);
    await expect.poll(budgetOf).toBe(0.25);
    await expect(statsOf(page)).toContainText("the graphics card gave up 2 times");
    await expect.poll(() => readFigures(page), { timeout: 60_000 }).toMatchObject({ triangles });
    expect(await measureSeen(page)).toBeGreaterThan(0.08);
  });
});

test("a scan is converted again after an update while people look at it, and nobody's picture goes dark", async ({
  person,
  server,
  openWindow,
  openWindowOf,
  expectConsoleError,
}) => {
  // The connections that break while the server restarts.
  expectConsoleError(/ERR_|WebSocket|Failed to load resource/);
  const owner = await person();
  const blueprint = await makeBlueprint(owner);
  const scan = await waitForScan(owner, await uploadScan(server, owner, blueprint, "hall.ply", makePointCloud(points)));
  const { slug } = await publish(owner, blueprint);
  const visitor = await (await openWindow({ viewport: { width: 800, height: 500 } })).newPage();
  const editor = await (await openWindowOf(owner)).newPage();
  await visitor.goto(`/webxr?b=${slug}`);
  await expectScanShown(visitor);
  await visitor.getByRole("radio", { name: "Walk" }).click();
  await openEditor(editor, blueprint);
  const countNew = async (page: Page) =>
    page.evaluate(
      (id) => performance.getEntriesByType("resource").filter(({ name }) => name.includes(`/${id}/2/tiles/`)).length,
      scan.id,
    );
  expect(await countNew(visitor)).toBe(0);
  for (const page of [visitor, editor]) await expect.poll(() => measureSeen(page)).toBeGreaterThan(0.05);
  // Fewer points, which are drawn larger, leave gaps.
  const seenMin = new Map([[visitor, 0.05] as const, [editor, (await measureSeen(editor)) / 2] as const]);
  const expectPicture = async (page: Page) => expect(await measureSeen(page)).toBeGreaterThan(seenMin.get(page)!);

  await test.step("the new converter works in the background, while one walks and one edits", async () => {
    const database = openDatabase(server);
    await database`update scans set converter_version = 0 where id = ${scan.id}`;
    await database.end();
    await server.stop();
    await server.restart();
    const isRenewed = async () => {
      for (const page of [visitor, editor]) await expectPicture(page);
      await visitor.keyboard.press("w", { delay: 100 });
      return (await readScan(owner, scan)).delivery?.entryUrl.includes(`/${scan.id}/2/`);
    };
    await expect.poll(isRenewed, { intervals: [50], timeout: 60_000 }).toBe(true);
  });

  await test.step("the editor shows the new tiles without a dark moment", async () => {
    const hasNew = async () => {
      await expectPicture(editor);
      return countNew(editor);
    };
    await expect.poll(hasNew, { intervals: [50], timeout: 60_000 }).toBeGreaterThan(0);
    await expectScanShown(editor);
    await expectPicture(editor);
  });

  await test.step("the visitor still walks in what was there, and sees the new tiles on the next visit", async () => {
    await expect(sceneOf(visitor)).toHaveAttribute("data-view-mode", "walk");
    await expect(sceneOf(visitor)).toHaveAttribute("data-scan-state", "shown");
    await expectPicture(visitor);
    expect(await countNew(visitor)).toBe(0);
    await visitor.reload();
    await expectScanShown(visitor);
    expect(await countNew(visitor)).toBeGreaterThan(0);
    await expect.poll(() => measureSeen(visitor)).toBeGreaterThan(0.05);
  });
});

const kinds = [
  { kind: "mesh", file: "room.glb", makeBytes: makePlainRoom },
  { kind: "point cloud", file: "hall.ply", makeBytes: () => makePointCloud(points) },
  { kind: "splat scan", file: "ball.ply", makeBytes: () => new Uint8Array(buildPlySplats(buildBall(4000))) },
] as const;

for (const { kind, file, makeBytes } of kinds) {
  test(`visitors see no cropped or erased part of a ${kind}`, async ({ person, server, openWindow }) => {
    const owner = await person();
    const blueprint = await makeBlueprint(owner);
    const scan = await waitForScan(owner, await uploadScan(server, owner, blueprint, file, makeBytes()));
    const { min, max } = scan.report!.bounds;
    const middle: Vector3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
    const size: Vector3 = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
    const page = await (await openWindow({ viewport: { width: 800, height: 500 } })).newPage();
    let version = 0;
    const open = async () => {
      const { slug } = await publish(owner, blueprint, version++);
      await page.goto(`/webxr?b=${slug}`);
      await expectScanShown(page);
    };
    await open();
    await expect.poll(() => measureSeen(page)).toBeGreaterThan(0.08);
    const whole = await measureSeen(page);

    await test.step("a crop keeps what is in it", async () => {
      const lower: Vector3 = [middle[0], middle[1] - size[1] / 4, middle[2]];
      const half: Vector3 = [size[0] + 0.1, size[1] / 2, size[2] + 0.1];
      await editScene(server, owner, blueprint, (doc) =>
        addVolume(doc, "kept", { scanId: scan.id, effect: "crop", position: lower, size: half }),
      );
      await open();
      await expect.poll(() => measureSeen(page)).toBeLessThan(whole * 0.9);
      expect(await measureSeen(page)).toBeGreaterThan(whole * 0.1);
    });

    await test.step("what is erased is gone, also from what was kept", async () => {
      const all: Vector3 = [size[0] + 0.2, size[1] + 0.2, size[2] + 0.2];
      await editScene(server, owner, blueprint, (doc) =>
        addVolume(doc, "gone", { scanId: scan.id, effect: "erase", position: middle, size: all }),
      );
      await open();
      await expect.poll(() => measureSeen(page)).toBeLessThan(0.001);
    });
  });
}

interface Figures {
  readonly triangles: number;
  readonly points: number;
  readonly cacheBytesMax: number;
}

const statsOf = (page: Page) => page.getByRole("status", { name: "Drawing statistics" });

async function readFigures(page: Page): Promise<Figures> {
  return JSON.parse((await statsOf(page).getAttribute("data-stats")) ?? "{}") as Figures;
}

/** Runs before the page: on request, the graphics card reports once that an allocation failed, as WebGL does. */
function refuseMemoryOnRequest(): void {
  const { getError } = WebGL2RenderingContext.prototype;
  let isRefused = false;
  window.addEventListener("test:refuse-memory", () => {
    isRefused = true;
  });
  WebGL2RenderingContext.prototype.getError = function (this: WebGL2RenderingContext) {
    if (!isRefused) return getError.call(this);
    isRefused = false;
    return this.OUT_OF_MEMORY;
  };
}

/** The share of the scene's pixels that show a scan: with everything else hidden, those unlike the corner. */
async function measureSeen(page: Page): Promise<number> {
  const png = await page.screenshot({
    style: "body * { visibility: hidden !important } canvas { visibility: visible !important }",
  });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let seen = 0;
  for (let at = 0; at < data.length; at += 3) {
    if ([0, 1, 2].some((channel) => Math.abs(data[at + channel]! - data[channel]!) > 12)) seen++;
  }
  return seen / (info.width * info.height);
}

/** Hills of 11 × 11 m, in more triangles than one tile holds; metres, y up. */
function makeDunes(): Uint8Array<ArrayBuffer> {
  const corner = (column: number, row: number) => {
    const [x, z] = [column / 10, row / 10];
    return [x, Math.sin(x) * Math.cos(z * 0.8) * 0.6 + Math.sin(x * 7 + z * 5) * 0.03, z];
  };
  const triangles: number[] = [];
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const [a, b] = [corner(column, row), corner(column, row + 1)];
      const [c, d] = [corner(column + 1, row + 1), corner(column + 1, row)];
      triangles.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  }
  return new Uint8Array(glbOf(triangles));
}
