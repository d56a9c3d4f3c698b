import { appendFileSync, truncateSync } from "node:fs";
import { errorCatalogue } from "@blueprint/contract/errors";
import { limitNetwork } from "../harness/network.ts";
import { expect, joinTeam, test } from "../harness/people.ts";
import { chooseFile } from "../harness/real-browser.ts";
import { makeBlueprint, readScan, scansOf } from "../harness/scans.ts";
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
const fileAgain = `File ${file.name} again`;

test("an upload left on one device is seen on another, refuses other files, and continues there with its own", async ({
  server,
  person,
  openWindowOf,
}) => {
  const owner = await person();
  const colleague = await person({ name: "Cleo Colleague" });
  await joinTeam(server, owner, colleague, "editor");
  const blueprint = await makeBlueprint(owner);
  const here = await openWindowOf(owner);
  const left = await here.newPage();
  await beginUpload(left, blueprint, file);
  const scan = await announcedScan(owner, blueprint);
  await expectSent(left, file, 0.3);
  await here.close();

  const page = await (await openWindowOf(colleague, { teamId: owner.teamId })).newPage();
  await page.goto(`/blueprint-editor/${blueprint.id}`);
  await expect(scansOf(page).getByText(/^Uploading was interrupted at \d+ %\. Your progress is saved\.$/)).toBeVisible({
    timeout: 15_000,
  });
  await expect(scansOf(page).getByText("Interrupted", { exact: true })).toBeVisible();
  await expect(scansOf(page).getByRole("button", { name: "Choose file to resume" })).toBeVisible();
  const { uploadedBytes } = await readScan(owner, scan);
  expect(uploadedBytes).toBeGreaterThan(0);

  // Same name and size, and identical samples of head, middle and tail.
  const another = file.bytes.slice();
  another[300_000]! ^= 1;
  const offsets = watchOffsets(page);
  await chooseFile(scansOf(page).getByLabel(fileAgain), file.writeAnother("another-", another));
  await expect(scansOf(page).getByText(errorCatalogue["upload-another-file"].message)).toBeVisible();
  expect(offsets).toEqual([]);

  await chooseFile(scansOf(page).getByLabel(fileAgain), file.path);
  await expect(scansOf(page).getByText("Queued", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(uploadedBytes);
  expect(await hashOriginal(server, owner, scan)).toBe(file.sha256);
});

test("of two tabs with the same file one sends, and the other follows and takes over when the first is closed", async ({
  server,
  person,
  openWindowOf,
}) => {
  const owner = await person();
  const blueprint = await makeBlueprint(owner);
  const window = await openWindowOf(owner);
  const first = await window.newPage();
  await beginUpload(first, blueprint, file);
  const scan = await announcedScan(owner, blueprint);
  await expectSent(first, file, 0.1);
  // However long the second tab takes to open, the first is still uploading.
  await limitNetwork(first, 1_000_000);

  const second = await window.newPage();
  await second.goto(`/blueprint-editor/${blueprint.id}`);
  await expect(scansOf(second).getByText(/^\d+ % arrived\. Uploading from another tab or device\.$/)).toBeVisible();
  const offsets = watchOffsets(second);
  await chooseFile(scansOf(second).getByLabel(fileAgain), file.path);
  await expect(scansOf(second).getByText("Another tab or device is uploading this file.")).toBeVisible();
  await expectSent(second, file, 0.2);
  expect(offsets).toEqual([]);
  const { uploadedBytes } = await readScan(owner, scan);

  await first.close();
  await expect(scansOf(second).getByText("Queued", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(uploadedBytes);
  expect(await hashOriginal(server, owner, scan)).toBe(file.sha256);
});

test("a file that grows while being sent is refused, and continues once it is as it was", async ({
  server,
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // The browser's own error for a chunk that it was reading at that moment.
  expectConsoleError(/ERR_UPLOAD_FILE_CHANGED/);
  const owner = await person();
  const blueprint = await makeBlueprint(owner);
  const page = await (await openWindowOf(owner)).newPage();
  await beginUpload(page, blueprint, file);
  const scan = await announcedScan(owner, blueprint);
  await expectSent(page, file, 0.2);
  appendFileSync(file.path, "one more point");
  await expect(scansOf(page).getByText(errorCatalogue["upload-file-unreadable"].message)).toBeVisible({
    timeout: 30_000,
  });
  const { state, uploadedBytes } = await readScan(owner, scan);
  expect(state).toBe("uploading");
  expect(uploadedBytes).toBeGreaterThan(0);

  await chooseFile(scansOf(page).getByLabel(fileAgain), file.path);
  await expect(scansOf(page).getByText(`This is a different file. Choose ${file.name}.`)).toBeVisible();
  truncateSync(file.path, file.bytes.length);
  await limitNetwork(page, null);
  const offsets = watchOffsets(page);
  await chooseFile(scansOf(page).getByLabel(fileAgain), file.path);
  await expect(scansOf(page).getByText("Queued", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(uploadedBytes);
  expect(await hashOriginal(server, owner, scan)).toBe(file.sha256);
});
