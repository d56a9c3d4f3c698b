import { errorCatalogue } from "@blueprint/contract/errors";
import { listScans } from "@blueprint/contract/scans";
import { getTeamUsage } from "@blueprint/contract/teams";
import { expect, test } from "../harness/people.ts";
import { makeBlueprint, makePointCloud, scansOf } from "../harness/scans.ts";

// A plan of three megabytes on a full disk: all of it is kept as a reserve.
test.use({ serverSettings: { STORAGE_BYTES_MAX: "3000000", DISK_RESERVE_MB: "100000000", CONVERTERS: "0" } });

const choose = (points: number) => ({
  name: "hall.ply",
  mimeType: "application/octet-stream",
  buffer: Buffer.from(makePointCloud(points)),
});

test("a file that does not fit the plan is refused before it is sent, and by the server as well", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // The refused announcement.
  expectConsoleError(/status of 402/);
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/create-blueprint");
  await page.getByLabel("Name").fill("Hall");
  await page.getByLabel("Scan file").setInputFiles(choose(300_000));
  await expect(
    page.getByText(/This file is too large: your team has 3 MB of storage left\. Nothing was uploaded\./),
  ).toBeVisible();
  await page.getByRole("button", { name: "Create blueprint" }).click();
  await expect(
    page.getByText(
      `Hall was created, but its scan wasn't accepted. ${errorCatalogue["storage-quota-exceeded"].message}`,
    ),
  ).toBeVisible();
  await page.getByRole("link", { name: "Open without a scan" }).click();
  await expect(page.getByRole("heading", { name: "No scan yet" })).toBeVisible();
  // The empty document itself takes some bytes.
  const { storageBytes } = await owner.api(getTeamUsage, { params: { teamId: owner.teamId } });
  expect(storageBytes).toBeLessThan(1_000);
});

test("a full disk stops an upload with a reason, and keeps the bytes already sent", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  // The refused chunks.
  expectConsoleError(/status of 507/);
  const owner = await person();
  const blueprint = await makeBlueprint(owner, "Hall");
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto(`/blueprint-editor/${blueprint.id}`);
  const scans = scansOf(page);
  await scans.getByLabel("Scan file").setInputFiles(choose(150_000));
  await scans.getByRole("button", { name: "Upload scan" }).click();
  await expect(scans.getByText(errorCatalogue["storage-full"].message).first()).toBeVisible();
  const { scans: all } = await owner.api(listScans, { params: { blueprintId: blueprint.id } });
  expect(all).toMatchObject([{ state: "uploading" }]);
  await scans.getByRole("button", { name: "Cancel upload" }).click();
  await expect(scans.getByText("Cancelled. Nothing was kept.")).toBeVisible();
});
