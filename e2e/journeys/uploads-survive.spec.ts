import { appCheckHeader } from "@blueprint/contract/app-check";
import { getBlueprint } from "@blueprint/contract/blueprints";
import { getTeamUsage } from "@blueprint/contract/teams";
import { limitNetwork } from "../harness/network.ts";
import { addSession, expect, signIn, test } from "../harness/people.ts";
import { chooseFile, createRealBrowser } from "../harness/real-browser.ts";
import { beginWithBlueprint, makeBlueprint, readScan, scansOf } from "../harness/scans.ts";
import {
  announcedScan,
  beginUpload,
  expectSent,
  hashOriginal,
  watchOffsets,
  writeScanFile,
} from "../harness/slow-uploads.ts";

// Only the upload is under test: what arrived stays queued.
test.use({ serverSettings: { CONVERTERS: "0" } });

const file = writeScanFile();
test.afterAll(() => file.remove());

test("an upload is paused, resumes where it was, and continues while another screen is open", async ({
  server,
  person,
  openWindowOf,
}) => {
  const { owner, blueprint, page } = await beginWithBlueprint({ person, openWindowOf });
  const appChecks = new Set<string | undefined>();
  page.on("request", (request) => {
    if (request.url().includes("/v0/b/")) appChecks.add(request.headers()[appCheckHeader]);
  });
  await beginUpload(page, blueprint, file);
  const scan = await announcedScan(owner, blueprint);
  await expectSent(page, file, 0.1);
  expect([...appChecks], "one app-check token for all requests").toEqual([expect.stringMatching(/^ey/)]);
  await scansOf(page).getByRole("button", { name: "Pause" }).click();
  await expect(scansOf(page).getByText("Paused. Your progress is saved.")).toBeVisible();
  const { uploadedBytes } = await readScan(owner, scan);
  expect(uploadedBytes).toBeGreaterThan(0);
  expect(uploadedBytes).toBeLessThan(file.bytes.length);

  await page.getByRole("link", { name: "Back to blueprints" }).click();
  const tray = page.getByRole("region", { name: "Uploads and conversions" });
  await expect(tray.getByText("1 upload paused")).toBeVisible();
  const resent = watchOffsets(page);
  await tray.getByRole("button", { name: "Resume" }).click();
  await expect(tray.getByRole("heading", { name: /^Uploading 1 scan, \d+ %$/ })).toBeVisible();
  await tray.getByRole("link", { name: blueprint.name }).click();
  await limitNetwork(page, null);
  await expect(scansOf(page).getByText("Queued", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(Math.min(...resent)).toBeGreaterThanOrEqual(uploadedBytes);
  expect(await hashOriginal(server, owner, scan)).toBe(file.sha256);
});

test("a cancelled upload leaves nothing behind", async ({ person, openWindowOf }) => {
  const { owner, blueprint, page } = await beginWithBlueprint({ person, openWindowOf });
  await beginUpload(page, blueprint, file);
  const scan = await announcedScan(owner, blueprint);
  await expectSent(page, file, 0.1);
  await scansOf(page).getByRole("button", { name: "Cancel upload" }).click();
  await expect(scansOf(page).getByText("Cancelled. Nothing was kept.")).toBeVisible();
  expect(await readScan(owner, scan)).toMatchObject({ state: "cancelled", uploadedBytes: 0 });
  // The empty document itself takes some bytes.
  const { storageBytes } = await owner.api(getTeamUsage, { params: { teamId: owner.teamId } });
  expect(storageBytes).toBeLessThan(1_000);
  expect(await owner.api(getBlueprint, { params: { blueprintId: blueprint.id } })).toMatchObject({ state: "draft" });
});

test("an upload resumes after its browser was killed, repeating at most the chunk in flight", async ({
  server,
  person,
  wholeBrowser,
}) => {
  const owner = await person();
  const blueprint = await makeBlueprint(owner);
  const browser = createRealBrowser(wholeBrowser);
  try {
    const before = await browser.open();
    await signIn(before, server, owner);
    const page = await before.newPage();
    const offsetsBefore = watchOffsets(page);
    await beginUpload(page, blueprint, file, server.url);
    const scan = await announcedScan(owner, blueprint);
    await expectSent(page, file, 0.3);
    await browser.kill9();
    const { uploadedBytes, state } = await readScan(owner, scan);
    expect(state).toBe("uploading");

    const reopened = await browser.open();
    await addSession(reopened, server, owner);
    const after = await reopened.newPage();
    const offsetsAfter = watchOffsets(after);
    await after.goto(`${server.url}/dashboard`);
    const tray = after.getByRole("region", { name: "Uploads and conversions" });
    await expect(tray.getByText("1 upload interrupted")).toBeVisible();
    await expect(tray.getByText(/^Uploading was interrupted at \d+ %\. Your progress is saved\.$/)).toBeVisible();
    await chooseFile(tray.getByLabel(`File ${file.name} again`), file.path);
    await expect(tray.getByText("Queued", { exact: true })).toBeVisible({ timeout: 30_000 });
    // Confirmed bytes are never sent again: the upload resumes no earlier than at the chunk that the crash interrupted.
    expect(Math.min(...offsetsAfter)).toBeGreaterThanOrEqual(uploadedBytes);
    expect(Math.min(...offsetsAfter)).toBeGreaterThanOrEqual(Math.max(...offsetsBefore));
    expect(await hashOriginal(server, owner, scan)).toBe(file.sha256);
  } finally {
    await browser.dispose();
  }
});

test("an interrupted upload does not accept another file", async ({ person, openWindowOf }) => {
  const { blueprint, page } = await beginWithBlueprint({ person, openWindowOf });
  await beginUpload(page, blueprint, file);
  await expectSent(page, file, 0.05);
  await page.reload();
  const another = file.writeAnother("another-", file.bytes.slice().fill(7, file.bytes.length - 1000));
  await chooseFile(scansOf(page).getByLabel(`File ${file.name} again`), another);
  await expect(scansOf(page).getByText(`This is a different file. Choose ${file.name}.`)).toBeVisible();
});

test("an upload resumes by itself after the server was killed and restarted", async ({
  server,
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // The connections that break when the server dies.
  expectConsoleError(/ERR_|WebSocket|Failed to load resource/);
  const { owner, blueprint, page } = await beginWithBlueprint({ person, openWindowOf });
  const offsets = watchOffsets(page);
  await beginUpload(page, blueprint, file);
  const scan = await announcedScan(owner, blueprint);
  await expectSent(page, file, 0.2);
  await server.kill9();
  await expect(scansOf(page).getByText("We'll retry automatically.")).toBeVisible();
  const sentBefore = offsets.length;
  const interrupted = Math.max(...offsets);
  await server.restart();
  await expect.poll(() => offsets.length, { timeout: 30_000 }).toBeGreaterThan(sentBefore);
  await limitNetwork(page, null);
  await expect(scansOf(page).getByText("Queued", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(Math.min(...offsets.slice(sentBefore))).toBeGreaterThanOrEqual(interrupted);
  expect(await hashOriginal(server, owner, scan)).toBe(file.sha256);
});
