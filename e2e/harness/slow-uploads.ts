import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { getOriginalUrl, listScans, type Scan } from "@blueprint/contract/scans";
import type { Page } from "@playwright/test";
import type { LaunchedServer } from "./launch-server.ts";
import { limitNetwork } from "./network.ts";
import { expect, type Person } from "./people.ts";
import { chooseFile } from "./real-browser.ts";
import { makePointCloud, scansOf } from "./scans.ts";

const slowlyBytesPerSecond = 3_000_000;

/** A scan file on disk that takes some seconds to upload over a slow line. */
export interface ScanFile {
  readonly name: string;
  readonly path: string;
  /** 30 MB: eight chunks of growing size. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
  /** Writes another file of that name next to it. @returns its path */
  writeAnother(name: string, bytes: Uint8Array): string;
  remove(): void;
}

export function writeScanFile(): ScanFile {
  const name = "hall.ply";
  const folder = mkdtempSync(join(tmpdir(), "blueprint-scans-"));
  const bytes = makePointCloud(2_000_000);
  const write = (into: string, content: Uint8Array) => {
    const path = join(into, name);
    writeFileSync(path, content);
    return path;
  };
  return {
    name,
    path: write(folder, bytes),
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    writeAnother: (folderName, content) => write(mkdtempSync(join(folder, folderName)), content),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Adds the file in the editor over a slow line. */
export async function beginUpload(page: Page, { id }: Blueprint, { path }: ScanFile, origin = ""): Promise<void> {
  await page.goto(`${origin}/blueprint-editor/${id}`);
  await chooseFile(scansOf(page).getByLabel("Scan file"), path);
  await expect(scansOf(page).getByText("PLY points", { exact: true })).toBeVisible();
  await limitNetwork(page, slowlyBytesPerSecond);
  await scansOf(page).getByRole("button", { name: "Upload scan" }).click();
}

/** Waits until a fraction of the file is sent or in flight. */
export async function expectSent(page: Page, { name }: ScanFile, fraction: number): Promise<void> {
  const bar = scansOf(page).getByRole("progressbar", { name: `Upload of ${name}` });
  await expect
    .poll(async () => Number(await bar.getAttribute("aria-valuenow")), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(fraction * 100);
}

export async function announcedScan(owner: Person, { id: blueprintId }: Blueprint): Promise<Scan> {
  const read = async () => (await owner.api(listScans, { params: { blueprintId } })).scans;
  await expect.poll(async () => (await read()).length).toBe(1);
  const [scan] = await read();
  if (scan === undefined) throw new Error("No scan was announced.");
  return scan;
}

/** Collects the start offset of each chunk that a page sends. */
export function watchOffsets(page: Page): number[] {
  const offsets: number[] = [];
  page.on("request", (request) => {
    const headers = request.headers();
    if ((headers["x-goog-upload-command"] ?? "").startsWith("upload")) {
      offsets.push(Number(headers["x-goog-upload-offset"]));
    }
  });
  return offsets;
}

export async function hashOriginal(server: LaunchedServer, owner: Person, { id: scanId }: Scan): Promise<string> {
  const { url } = await owner.api(getOriginalUrl, { params: { scanId } });
  const response = await fetch(new URL(url, server.url));
  return createHash("sha256")
    .update(Buffer.from(await response.arrayBuffer()))
    .digest("hex");
}
