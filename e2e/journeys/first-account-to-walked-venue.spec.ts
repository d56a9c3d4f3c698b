import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { buildZip } from "@blueprint/scans/testing/build-zip";
import { makeTexturedRoom } from "@blueprint/scans/testing/make-textured-room";
import type { BrowserContext, Page } from "@playwright/test";
import {
  anchorsOf,
  type CanvasSpot,
  describeAnchor,
  dragPin,
  expectSaved,
  expectScanShown,
  placeAnchor,
  sceneOf,
} from "../harness/editor.ts";
import { holdNextConversion } from "../harness/held-conversion.ts";
import { tabTo } from "../harness/keyboard.ts";
import { type LaunchedServer, launchServer } from "../harness/launch-server.ts";
import { limitNetwork } from "../harness/network.ts";
import { expect, invite, newEmail, password, test } from "../harness/people.ts";
import { findRealScan, scansOf } from "../harness/scans.ts";

interface Venue {
  readonly kind: string;
  readonly fileName: string;
  readonly formatLabel: string;
  readonly spot: CanvasSpot;
  readonly isPanorama?: boolean;
}

const mesh: Venue = { kind: "Mesh", fileName: "room.glb", formatLabel: "GLB", spot: { x: 0.5, y: 0.6 } };
const realVenues: readonly (Venue & { readonly path: string })[] = [
  {
    kind: "Splats",
    // A folder: its 8,400 splats can be drawn by a CPU.
    path: "splat/playbot-sog-lod/4_0",
    fileName: "robot.sog",
    formatLabel: "SOG",
    spot: { x: 0.5, y: 0.5 },
  },
  {
    kind: "Point cloud",
    path: "pointcloud/lion_takanawa.copc.laz",
    fileName: "lion_takanawa.copc.laz",
    formatLabel: "COPC",
    spot: { x: 0.5, y: 0.5 },
  },
  {
    kind: "Panorama",
    path: "pano/examplepano.jpg",
    fileName: "examplepano.jpg",
    formatLabel: "JPEG panorama",
    spot: { x: 0.5, y: 0.5 },
    isPanorama: true,
  },
];

const notOpenAnswer = /status of 404/;

const firstTest = test.extend<{ freshServer: LaunchedServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
  freshServer: async ({}, use) => {
    const server = await launchServer();
    await use(server);
    await server.dispose();
  },
});

firstTest(
  "the printed invitation leads the first person to a venue of mesh that others walk",
  async ({ freshServer: server, openWindow, expectConsoleError }) => {
    expectConsoleError(notOpenAnswer);
    const page = await (await openWindow({ baseURL: server.url })).newPage();
    await page.goto(server.operatorInvitationUrl);
    await expect(page.getByRole("heading", { name: "Set up this installation" })).toBeVisible();
    await page.getByLabel("Email").fill(newEmail());
    const visitors = await openWindow({ baseURL: server.url });
    await makeFirstAccount(page);
    await goFromInvitationToWalkedVenue(server, page, visitors, mesh, Buffer.from(await makeTexturedRoom()));
  },
);

for (const { path, ...venue } of realVenues) {
  test(`an invited person creates a venue of ${venue.kind.toLowerCase()} that others can walk`, async ({
    person,
    server,
    openWindow,
    expectConsoleError,
  }) => {
    const scan = findRealScan(path);
    test.skip(scan === null, `needs ../shared/data/${path}`);
    // Splats are heavy for a CPU without a graphics card: a small window has fewer pixels to draw.
    const viewport = venue.kind === "Splats" ? { width: 800, height: 500 } : { width: 1280, height: 800 };
    test.setTimeout(240_000);
    expectConsoleError(notOpenAnswer);
    const host = await person({ name: "Hanna Host" });
    const email = newEmail();
    const link = await invite(server, host, email, "editor");
    const page = await (await openWindow({ viewport })).newPage();
    page.setDefaultTimeout(45_000);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Hanna Host invites you to" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await makeTeammatesAccount(page);
    await goFromInvitationToWalkedVenue(
      server,
      page,
      await openWindow({ viewport }),
      venue,
      await readScan(scan ?? ""),
    );
  });
}

/** A file's bytes; a folder's as a zip. */
async function readScan(path: string): Promise<Buffer> {
  if ((await stat(path)).isFile()) return readFile(path);
  const names = await readdir(path);
  const files = await Promise.all(names.map(async (name) => [name, new Uint8Array(await readFile(join(path, name)))]));
  return Buffer.from(buildZip(Object.fromEntries(files)));
}

async function goFromInvitationToWalkedVenue(
  server: LaunchedServer,
  page: Page,
  visitors: BrowserContext,
  venue: Venue,
  bytes: Buffer,
): Promise<void> {
  await createBlueprint(page, venue, bytes);
  await followScanIntoEditor(server, page, venue);
  await markPlaces(page, venue);
  const link = await publish(page);
  const visit = await visitors.newPage();
  visit.setDefaultTimeout(45_000);
  await walk(visit, link, venue);
  await unpublish(page);
  await visit.goto(link);
  await expect(visit.getByRole("heading", { name: "This place is not open to visitors" })).toBeVisible();
}

async function makeAccount(page: Page): Promise<void> {
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Name", { exact: true }).fill("Nora Neu");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Nora Neu" })).toBeVisible();
}

/** Skips the questions for users who start with their own team. */
async function makeFirstAccount(page: Page): Promise<void> {
  await makeAccount(page);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByRole("heading", { name: "Your first scan" })).toBeVisible();
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}

async function makeTeammatesAccount(page: Page): Promise<void> {
  await makeAccount(page);
  await expect(page.getByRole("heading", { name: "Shared with you" })).toBeVisible();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}

async function createBlueprint(page: Page, { kind, fileName, formatLabel }: Venue, buffer: Buffer): Promise<void> {
  await page.getByRole("link", { name: "New blueprint" }).first().click();
  await expect(page.getByRole("heading", { name: "New blueprint" })).toBeVisible();
  await page.getByLabel("Name").fill("Corner house");
  await page.getByLabel("Industry").selectOption("museum");
  await page.getByLabel("Address").fill("Lindenweg 4, Bern");
  await page.getByLabel("Scan file").setInputFiles({ name: fileName, mimeType: "application/octet-stream", buffer });
  const card = page.getByRole("region", { name: `File ${fileName}` });
  await expect(card.getByText(kind, { exact: true }).first()).toBeVisible();
  await expect(card.getByRole("definition").filter({ hasText: new RegExp(`^${formatLabel}$`) })).toBeVisible();
  // Ten seconds, as over a real line: progress is still shown when the editor has opened.
  await limitNetwork(page, Math.ceil(buffer.length / 10));
  await page.getByRole("button", { name: "Create blueprint" }).click();
}

async function followScanIntoEditor(server: LaunchedServer, page: Page, { fileName }: Venue): Promise<void> {
  const holding = holdNextConversion(server);
  await expect(page).toHaveURL(/\/blueprint-editor\//);
  const scans = scansOf(page);
  await expect(scans.getByRole("progressbar", { name: `Upload of ${fileName}` })).toBeVisible();
  await expect(scans.getByText(/[kM]B\/s/)).toBeVisible();
  await limitNetwork(page, null);
  using held = await holding;
  await expect(scans.getByRole("progressbar", { name: `Conversion of ${fileName}` })).toBeVisible();
  await expect(scans.getByText(/^\d+ %/)).toBeVisible();
  held.goOn();
  await expectScanShown(page);
  await expect(scans.getByText("Ready", { exact: true })).toBeVisible();
}

async function markPlaces(page: Page, { spot }: Venue): Promise<void> {
  await placeAnchor(page, spot);
  await describeAnchor(page, "Reading corner", "Quiet until noon.\nTea after four.");
  const placedAt = await readPosition(page);
  await dragPin(page, /Reading corner/, 45, 12);
  await expect.poll(() => readPosition(page)).not.toEqual(placedAt);
  const draggedTo = await readPosition(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => readPosition(page)).toEqual(placedAt);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => readPosition(page)).toEqual(draggedTo);
  // Without a pointer: A picks the tool, Enter places in the middle of the view.
  await sceneOf(page).getByRole("application").focus();
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Way out");
  await expect(anchorsOf(page)).toHaveText([/Reading corner/, /Way out/]);
  await expectSaved(page);
}

async function readPosition(page: Page): Promise<string[]> {
  return Promise.all(["X", "Y", "Z"].map((axis) => page.getByRole("spinbutton", { name: axis }).inputValue()));
}

async function publish(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog.getByText("Visitors see version 1.")).toBeVisible();
  return dialog.getByLabel("Link for visitors").inputValue();
}

async function unpublish(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Change access" }).click();
  await dialog.getByRole("button", { name: "Unpublish" }).click();
  await expect(dialog.getByText("Not open to visitors. Version 1 is kept.")).toBeVisible();
}

async function walk(page: Page, link: string, { isPanorama = false }: Venue): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Corner house" })).toBeVisible();
  await expect(page.getByText("Lindenweg 4, Bern")).toBeVisible();
  await expectScanShown(page);
  const scene = sceneOf(page);
  if (isPanorama) {
    await expect(scene).toHaveAttribute("data-view-mode", "look");
  } else {
    await expect(scene).toHaveAttribute("data-view-mode", "orbit");
    await page.getByRole("radio", { name: "Walk" }).click();
    await expect(scene).toHaveAttribute("data-view-mode", "walk");
    const before = await scene.getAttribute("data-camera");
    await scene.getByRole("application").focus();
    await page.keyboard.press("ArrowUp", { delay: 500 });
    await expect(scene).not.toHaveAttribute("data-camera", before ?? "", { timeout: 45_000 });
    await page.getByRole("radio", { name: "Orbit" }).click();
    await expect(scene).toHaveAttribute("data-view-mode", "orbit");
  }
  await readPlacesByKeyboard(page);
  await page.getByRole("link", { name: "Text version", exact: true }).click();
  await expect(page.getByRole("heading", { level: 3, name: "Reading corner" })).toBeVisible();
  await expect(page.getByText("Quiet until noon.")).toBeVisible();
  await expect(sceneOf(page)).toHaveCount(0);
}

async function readPlacesByKeyboard(page: Page): Promise<void> {
  const first = page.getByRole("listitem").getByRole("button", { name: "Reading corner" });
  await tabTo(page, first);
  await page.keyboard.press("ArrowDown");
  const second = page.getByRole("listitem").getByRole("button", { name: "Way out" });
  await expect(second).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const card = page.getByRole("region", { name: "Place", exact: true });
  await expect(card.getByRole("heading", { name: "Reading corner" })).toBeFocused();
  await expect(card.getByText("Tea after four.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(first).toBeFocused();
}
