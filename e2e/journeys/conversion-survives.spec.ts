import { readFile } from "node:fs/promises";
import { scanProblems } from "@blueprint/contract/scan-problems";
import { expectScanShown } from "../harness/editor.ts";
import { holdNextConversion } from "../harness/held-conversion.ts";
import { expect, test } from "../harness/people.ts";
import {
  beginWithBlueprint,
  makeBlueprint,
  makePlainRoom,
  makePointCloud,
  readScan,
  scansOf,
  uploadScan,
  waitForScan,
} from "../harness/scans.ts";

const cloud = makePointCloud(200_000);
// Enough for a conversion of a few seconds.
const largeCloud = makePointCloud(700_000);

test("a conversion does not depend on being watched", async ({ server, person, openWindowOf }) => {
  const { owner, blueprint, page } = await beginWithBlueprint({ person, openWindowOf }, "Long hall");
  const holding = holdNextConversion(server);
  const scan = await uploadScan(server, owner, blueprint, "hall.ply", cloud);
  using held = await holding;
  await page.goto(`/blueprint-editor/${blueprint.id}`);
  await expect(scansOf(page).getByRole("progressbar", { name: "Conversion of hall.ply" })).toBeVisible();
  await page.getByRole("link", { name: "Back to blueprints" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Blueprints" })).toBeVisible();
  await expect(page.getByText("Scan not ready yet")).toBeVisible();
  expect((await readScan(owner, scan)).state).toBe("processing");
  held.goOn();
  await waitForScan(owner, scan);
  await expect(page.getByText("Scan not ready yet"), "the dashboard follows without a reload").toHaveCount(0);
  await page.getByRole("link", { name: "Long hall" }).click();
  await expect(page).toHaveURL(`/blueprint-editor/${blueprint.id}`);
  await expectScanShown(page);
  await expect(scansOf(page).getByText("Point cloud, PLY points, 200,000 points")).toBeVisible();
});

test("a conversion finishes after the server was killed during it", async ({
  server,
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // The connections that break when the server dies.
  expectConsoleError(/ERR_|WebSocket|Failed to load resource/);
  const { owner, blueprint, page } = await beginWithBlueprint({ person, openWindowOf });
  await page.goto(`/blueprint-editor/${blueprint.id}`);
  const scan = await uploadScan(server, owner, blueprint, "hall.ply", largeCloud);
  const readFraction = async () => (await readScan(owner, scan)).progress?.fraction ?? 0;
  await expect.poll(readFraction, { intervals: [100] }).toBeGreaterThan(0);
  await server.kill9();
  await server.restart();
  expect((await readScan(owner, scan)).state).not.toBe("ready");
  // The open page follows without a reload.
  await expectScanShown(page);
  await expect(scansOf(page).getByText("Ready", { exact: true })).toBeVisible();
  expect(await readScan(owner, scan)).toMatchObject({ state: "ready", problem: null });
});

test("a broken file says what is wrong, keeps the original and can be retried", async ({
  server,
  person,
  openWindowOf,
}) => {
  const owner = await person();
  const blueprint = await makeBlueprint(owner);
  const room = makePlainRoom();
  const broken = room.slice(0, Math.floor(room.length * 0.7));
  const scan = await uploadScan(server, owner, blueprint, "cut-off.glb", broken);
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto(`/blueprint-editor/${blueprint.id}`);
  const scans = scansOf(page);
  await expect(scans.getByText("Failed", { exact: true })).toBeVisible();
  await expect(scans.getByText(scanProblems["scan-truncated"].cause)).toBeVisible();
  await expect(scans.getByText(scanProblems["scan-truncated"].remedy)).toBeVisible();
  await expect(page.getByRole("heading", { name: "cut-off.glb can't be shown" })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await scans.getByRole("button", { name: "Download original" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("cut-off.glb");
  expect(await readFile(await download.path())).toEqual(Buffer.from(broken));

  await scans.getByRole("button", { name: "Try again" }).click();
  await waitForScan(owner, scan, "failed");
  await expect(scans.getByText(scanProblems["scan-truncated"].cause)).toBeVisible();
  await expect(scans.getByRole("button", { name: "Try again" })).toBeVisible();

  await page.getByRole("link", { name: "Back to blueprints" }).click();
  await page.getByRole("region", { name: "Needs attention" }).getByRole("link", { name: "See why" }).click();
  const remove = scans.getByRole("button", { name: "Remove cut-off.glb" });
  await remove.click();
  await page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(scans.getByText("Removed scans")).toHaveCount(0);
  await remove.click();
  await scans.getByText("Removed scans (1)").click();
  await scans.getByRole("button", { name: "Restore cut-off.glb" }).click();
  await expect(remove).toBeVisible();
  await expect(scans.getByText("Removed scans")).toHaveCount(0);
});

test("a cancelled conversion stops, keeps the original and starts again when asked", async ({
  server,
  person,
  openWindowOf,
}) => {
  const { owner, blueprint, page } = await beginWithBlueprint({ person, openWindowOf });
  const holding = holdNextConversion(server);
  await uploadScan(server, owner, blueprint, "hall.ply", cloud);
  using _held = await holding;
  await page.goto(`/blueprint-editor/${blueprint.id}`);
  const scans = scansOf(page);
  await scans.getByRole("button", { name: "Cancel conversion" }).click();
  await expect(scans.getByText("Cancelled. The original is kept.")).toBeVisible();
  await scans.getByRole("button", { name: "Start again" }).click();
  await expectScanShown(page);
});
