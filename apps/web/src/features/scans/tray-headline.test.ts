import type { ScanId } from "@blueprint/contract/ids";
import type { Scan } from "@blueprint/contract/scans";
import type { UploadSnapshot } from "@blueprint/uploads/upload";
import { expect, test } from "vitest";
import type { Transfer } from "./transfers.store.ts";
import { toTrayHeadline } from "./tray-headline.ts";

const transfer = (scanId: string, upload: Partial<UploadSnapshot> | null = null) =>
  ({ scanId, sizeBytes: 200, upload: upload && { uploadedBytes: 0, inFlightBytes: 0, ...upload } }) as Transfer;
const nowhere = new Set<ScanId>();
const scansOf = (...scans: { id: string; state: Scan["state"]; progress?: { fraction: number } }[]) =>
  new Map(scans.map((scan) => [scan.id as ScanId, scan as unknown as Scan]));

test("active uploads come first, with their count and progress", () => {
  const transfers = [transfer("a", { state: "running", uploadedBytes: 80, inFlightBytes: 20 }), transfer("b")];
  expect(toTrayHeadline(transfers, scansOf({ id: "b", state: "failed" }), nowhere)).toBe("Uploading 1 scan, 50 %");
});

test("an upload that the server has already received is a conversion", () => {
  const transfers = [transfer("a", { state: "running", uploadedBytes: 200 })];
  expect(
    toTrayHeadline(transfers, scansOf({ id: "a", state: "processing", progress: { fraction: 0.25 } }), nowhere),
  ).toBe("Converting 1 scan, 25 %");
});

test("no progress is shown before the converter has started", () => {
  expect(toTrayHeadline([transfer("a")], scansOf({ id: "a", state: "queued" }), nowhere)).toBe(
    "1 scan waiting for the converter",
  );
});

test("paused and interrupted uploads are distinguished", () => {
  expect(toTrayHeadline([transfer("a", { state: "paused" })], scansOf(), nowhere)).toBe("1 upload paused");
  expect(toTrayHeadline([transfer("a", { state: "paused" }), transfer("b")], scansOf(), nowhere)).toBe(
    "2 uploads interrupted",
  );
});

test("then failures, then ready scans", () => {
  const transfers = [transfer("a"), transfer("b")];
  const ready = { id: "a", state: "ready" } as const;
  expect(toTrayHeadline(transfers, scansOf(ready, { id: "b", state: "failed" }), nowhere)).toBe("1 scan failed");
  expect(toTrayHeadline(transfers, scansOf(ready, { id: "b", state: "ready" }), nowhere)).toBe("2 scans ready");
});

test("uploads by another tab or device are not called interrupted", () => {
  const transfers = [transfer("a"), transfer("b")];
  expect(toTrayHeadline(transfers, scansOf(), new Set(["a"] as ScanId[]))).toBe("1 upload interrupted");
  expect(toTrayHeadline(transfers, scansOf(), new Set(["a", "b"] as ScanId[]))).toBe(
    "2 uploads from another tab or device",
  );
});
