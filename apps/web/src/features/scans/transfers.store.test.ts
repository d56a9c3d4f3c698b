import type { BlueprintId, ScanId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import type { Scan } from "@blueprint/contract/scans";
import { fingerprintOf } from "@blueprint/uploads/fingerprint";
import { createMemoryJournal } from "@blueprint/uploads/journal";
import type { Transport } from "@blueprint/uploads/transport";
import { toUploadSource } from "@blueprint/uploads/upload-source";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createTransferStore, type WatchList } from "./transfers.store.ts";

const ada = "ada";
const scan = {
  id: "scan-1" as ScanId,
  blueprintId: "blueprint-1" as BlueprintId,
  fileName: "hall.glb",
  sizeBytes: 300_000,
  uploadName: "scans/scan-1/original",
} as Scan;
const file = new File([new Uint8Array(scan.sizeBytes).fill(7)], scan.fileName);

let kept: Map<string, string>;
const watchList: WatchList = {
  read: (userId) => JSON.parse(kept.get(userId) ?? "[]"),
  write: (userId, scans) => void kept.set(userId, JSON.stringify(scans)),
};
// A server that never answers: uploads keep running until the user acts.
const silent: Transport = ({ signal }) =>
  new Promise((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason));
  });

function createStore(journal = createMemoryJournal(), transport = silent) {
  const transfers = createTransferStore({ journal, watchList, uploadOptions: { transport } });
  return { transfers, journal, list: () => transfers.store.getState().transfers };
}

async function leaveUpload(journal: ReturnType<typeof createMemoryJournal>, userId: string) {
  await journal.put({
    sessionPath: "/v0/upload-1",
    bucket: storageBucket,
    objectName: scan.uploadName,
    contentType: "",
    fileName: scan.fileName,
    sizeBytes: scan.sizeBytes,
    lastModified: null,
    fingerprint: await fingerprintOf(toUploadSource(file)),
    handle: null,
    tags: { userId, scanId: scan.id, blueprintId: scan.blueprintId, blueprintName: "Hall" },
    startedAt: 0,
  });
}

describe("transfers of a person on this device", () => {
  beforeEach(() => {
    kept = new Map();
  });

  test("started uploads are found again after a reload, by their person only", async () => {
    const before = createStore();
    await before.transfers.load(ada);
    before.transfers.begin(scan, "Hall", file);
    expect(before.list()).toMatchObject([{ scanId: scan.id, upload: { state: "running" } }]);

    const after = createStore();
    await after.transfers.load(ada);
    expect(after.list()).toMatchObject([{ scanId: scan.id, blueprintName: "Hall", upload: null, journaled: null }]);

    const other = createStore();
    await other.transfers.load("bob");
    expect(other.list()).toEqual([]);
  });

  test("the next person who signs in on the same page sees and sends none of them; they wait for their person", async () => {
    const requests: AbortSignal[] = [];
    const { transfers, list } = createStore(createMemoryJournal(), (request) => {
      requests.push(request.signal);
      return silent(request);
    });
    await transfers.load(ada);
    transfers.begin(scan, "Hall", file);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    await transfers.load("bob");
    expect(list()).toEqual([]);
    expect(requests.map(({ aborted }) => aborted)).toEqual([true]);
    expect(watchList.read("bob")).toEqual([]);
    await transfers.load(ada);
    expect(list()).toMatchObject([{ scanId: scan.id, blueprintName: "Hall", upload: null }]);
  });

  test("an interrupted upload continues with its own file and refuses another", async () => {
    const { transfers, journal, list } = createStore();
    await leaveUpload(journal, ada);
    await leaveUpload(createMemoryJournal(), "bob");
    await transfers.load(ada);
    expect(list()).toMatchObject([{ upload: null, journaled: { sessionPath: "/v0/upload-1" } }]);

    expect(await transfers.reconnect(scan.id)).toBe("file-needed");
    const same = new File([new Uint8Array(scan.sizeBytes).fill(8)], scan.fileName);
    expect(await transfers.reconnect(scan.id, same)).toBe("another-file");
    expect(list()[0]?.upload).toBeNull();

    expect(await transfers.reconnect(scan.id, file)).toBe("going-on");
    expect(list()).toMatchObject([{ journaled: null, upload: { state: "running" } }]);
  });

  test("another person's interrupted upload is not shown", async () => {
    const { transfers, journal, list } = createStore();
    await leaveUpload(journal, "bob");
    await transfers.load(ada);
    expect(list()).toEqual([]);
  });

  test("pause and resume work, and cancel even while paused", async () => {
    const { transfers, list } = createStore();
    await transfers.load(ada);
    transfers.begin(scan, "Hall", file);
    transfers.pause(scan.id);
    await vi.waitFor(() => expect(list()[0]?.upload?.state).toBe("paused"));
    transfers.resume(scan.id);
    expect(list()[0]?.upload?.state).toBe("running");
    transfers.pause(scan.id);
    await vi.waitFor(() => expect(list()[0]?.upload?.state).toBe("paused"));
    await transfers.cancel(scan.id);
    expect(list()).toEqual([]);
    expect(watchList.read(ada)).toEqual([]);
  });

  test("cancelling an interrupted upload removes its state", async () => {
    const { transfers, journal } = createStore();
    await leaveUpload(journal, ada);
    await transfers.load(ada);
    await transfers.cancel(scan.id);
    expect(await journal.list()).toEqual([]);
  });

  test("a ready scan stays until it is closed, but does not return after a reload", async () => {
    const { transfers, list } = createStore();
    await transfers.load(ada);
    transfers.begin(scan, "Hall", file);
    transfers.finish(scan.id);
    expect(list()).toHaveLength(1);
    expect(watchList.read(ada)).toEqual([]);
    transfers.forget(scan.id);
    expect(list()).toEqual([]);
  });
});
