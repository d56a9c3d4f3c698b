import type { BlueprintId, ScanId } from "@blueprint/contract/ids";
import type { Scan, ScanUpload } from "@blueprint/contract/scans";
import { type JournaledUpload, openIndexedDbJournal, type UploadJournal } from "@blueprint/uploads/journal";
import { reopenFile, resumeUpload } from "@blueprint/uploads/resume-upload";
import {
  continueUpload,
  createUpload,
  type Upload,
  type UploadOptions,
  type UploadSnapshot,
} from "@blueprint/uploads/upload";
import { toUploadSource } from "@blueprint/uploads/upload-source";
import { createStore, useStore } from "zustand";
import { appCheck } from "../../lib/app-check.ts";
import { buildSettings } from "../../lib/build-settings.ts";

/** A scan that the user started uploading on this device. */
export interface Transfer {
  readonly scanId: ScanId;
  readonly blueprintId: BlueprintId;
  readonly blueprintName: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Null if this page is sending nothing: interrupted earlier, or sent and now converting. */
  readonly upload: UploadSnapshot | null;
  /** An interrupted upload: it resumes once its file is available again. */
  readonly journaled: JournaledUpload | null;
  /** The scan is ready: shown until dismissed, but not after a reload. */
  readonly isDone: boolean;
}

interface TransferState {
  readonly transfers: readonly Transfer[];
  /** Blueprints whose scans are already on screen: the tray omits them. */
  readonly shownElsewhere: readonly BlueprintId[];
}

interface WatchedScan extends Omit<Transfer, "upload" | "journaled" | "isDone"> {}

/** Stores which scans to show after a reload, per user. */
export interface WatchList {
  read(userId: string): readonly WatchedScan[];
  write(userId: string, scans: readonly WatchedScan[]): void;
}

export interface TransferStoreOptions {
  readonly journal: UploadJournal;
  readonly watchList: WatchList;
  /** Options for every upload, so that tests can replace transport, clock or locks. */
  readonly uploadOptions?: Partial<UploadOptions>;
}

export function createTransferStore({ journal, watchList, uploadOptions = {} }: TransferStoreOptions) {
  const store = createStore<TransferState>(() => ({ transfers: [], shownElsewhere: [] }));
  const uploads = new Map<ScanId, Upload>();
  let ownerId: string | null = null;

  const find = (scanId: ScanId) => store.getState().transfers.find((transfer) => transfer.scanId === scanId);
  const change = (scanId: ScanId, part: Partial<Transfer>) =>
    store.setState(({ transfers }) => ({
      transfers: transfers.map((transfer) => (transfer.scanId === scanId ? { ...transfer, ...part } : transfer)),
    }));
  const remember = () => {
    if (ownerId === null) return;
    watchList.write(
      ownerId,
      store
        .getState()
        .transfers.filter(({ isDone }) => !isDone)
        .map(({ upload: _, journaled: __, isDone: ___, ...watched }) => watched),
    );
  };

  function drive(scanId: ScanId, upload: Upload): void {
    uploads.set(scanId, upload);
    change(scanId, { upload: upload.snapshot, journaled: null });
    upload.subscribe(() => change(scanId, { upload: upload.snapshot }));
    void upload.done.then(async ({ state }) => {
      uploads.delete(scanId);
      // An upload that can be resumed waits for its file again.
      if (state !== "error") return;
      const journaled = (await journal.list().catch(() => [])).find(({ tags }) => tags.scanId === scanId);
      if (journaled !== undefined) change(scanId, { journaled });
    });
    upload.start();
  }

  function forget(scanId: ScanId): void {
    uploads.delete(scanId);
    store.setState(({ transfers }) => ({ transfers: transfers.filter((transfer) => transfer.scanId !== scanId) }));
    remember();
  }

  /** Signing out in another tab doesn't reload this page: the previous user's uploads stay in the journal for them. */
  function leave(): void {
    for (const upload of uploads.values()) upload.pause();
    uploads.clear();
    store.setState({ transfers: [] });
  }

  function add(scan: Scan, blueprintName: string): void {
    const { id: scanId, blueprintId, fileName, sizeBytes } = scan;
    const added = {
      scanId,
      blueprintId,
      blueprintName,
      fileName,
      sizeBytes,
      upload: null,
      journaled: null,
      isDone: false,
    };
    store.setState(({ transfers }) => ({
      transfers: [...transfers.filter((known) => known.scanId !== scanId), added],
    }));
    remember();
  }

  return {
    store,

    /** Lists the user's leftovers on this device: interrupted uploads and scans that are still converting. */
    async load(userId: string): Promise<void> {
      if (ownerId === userId) return;
      if (ownerId !== null) leave();
      ownerId = userId;
      const own = (await journal.list().catch(() => [])).filter(({ tags }) => tags.userId === userId);
      if (ownerId !== userId) return;
      const left = new Map<ScanId, Transfer>();
      for (const watched of watchList.read(userId))
        left.set(watched.scanId, { ...watched, upload: null, journaled: null, isDone: false });
      for (const journaled of own) {
        const scanId = journaled.tags.scanId as ScanId;
        left.set(scanId, {
          scanId,
          blueprintId: journaled.tags.blueprintId as BlueprintId,
          blueprintName: journaled.tags.blueprintName ?? "",
          fileName: journaled.fileName,
          sizeBytes: journaled.sizeBytes,
          upload: null,
          journaled,
          isDone: false,
        });
      }
      for (const { scanId } of store.getState().transfers) left.delete(scanId);
      store.setState(({ transfers }) => ({ transfers: [...left.values(), ...transfers] }));
    },

    /** Uploads the file of a scan that is newly registered, or registered earlier and never started. */
    begin(scan: Scan, blueprintName: string, file: File, handle?: FileSystemFileHandle): void {
      const { id: scanId, blueprintId } = scan;
      if (uploads.has(scanId)) return;
      add(scan, blueprintName);
      const upload = createUpload({
        ...uploadOptions,
        source: toUploadSource(file),
        bucket: buildSettings.storageBucket,
        objectName: scan.uploadName,
        contentType: file.type,
        journal,
        tags: { scanId, blueprintId, blueprintName, userId: ownerId ?? "" },
        ...(handle === undefined ? {} : { handle }),
      });
      drive(scanId, upload);
    },

    /**
     * Resumes an interrupted upload. Without a file, reopens the previous one if the browser supports it: call it from
     * a click. Returns "going-on", or what is in the way.
     */
    async reconnect(scanId: ScanId, file?: File): Promise<"going-on" | "file-needed" | "another-file"> {
      const journaled = find(scanId)?.journaled;
      if (!journaled) return "going-on";
      const source = file ?? (journaled.handle === null ? null : await reopenFile(journaled.handle));
      if (source === null) return "file-needed";
      const upload = await resumeUpload({
        ...uploadOptions,
        journaled,
        source: toUploadSource(source),
        journal,
        ...(journaled.handle === null ? {} : { handle: journaled.handle }),
      });
      if (upload === null) return "another-file";
      if (!uploads.has(scanId)) drive(scanId, upload);
      return "going-on";
    },

    /** Resumes an upload that another device left, from the position the server reports. */
    takeOver(scan: Scan, blueprintName: string, file: File, { sessionPath, contentType }: ScanUpload): void {
      if (uploads.has(scan.id)) return;
      add(scan, blueprintName);
      const source = toUploadSource(file);
      const bucket = buildSettings.storageBucket;
      const journaled = { sessionPath, contentType, bucket, objectName: scan.uploadName };
      drive(scan.id, continueUpload({ ...uploadOptions, source, journal }, journaled));
    },

    pause(scanId: ScanId): void {
      uploads.get(scanId)?.pause();
    },

    resume(scanId: ScanId): void {
      uploads.get(scanId)?.resume();
    },

    /** Stops the upload and deletes its resume data. The server cancels the scan itself. */
    async cancel(scanId: ScanId): Promise<void> {
      const transfer = find(scanId);
      const upload = uploads.get(scanId);
      if (upload !== undefined) {
        // spec §4: cancel is allowed while running or pausing, so a paused upload runs for an instant.
        if (upload.snapshot.state === "paused") upload.resume();
        upload.cancel();
        await upload.done;
      }
      if (transfer?.journaled) await journal.remove(transfer.journaled.sessionPath);
      forget(scanId);
    },

    /** Marks the scan as ready. */
    finish(scanId: ScanId): void {
      if (find(scanId)?.isDone !== false) return;
      change(scanId, { isDone: true });
      remember();
    },

    forget,

    /** Marks a blueprint's scans as on screen until the returned function is called. */
    showElsewhere(blueprintId: BlueprintId): () => void {
      store.setState(({ shownElsewhere }) => ({ shownElsewhere: [...shownElsewhere, blueprintId] }));
      return () =>
        store.setState(({ shownElsewhere }) => {
          const index = shownElsewhere.indexOf(blueprintId);
          return { shownElsewhere: shownElsewhere.toSpliced(index, 1) };
        });
    },
  };
}

const watchKey = (userId: string) => `${buildSettings.projectId}.transfers.${userId}`;

const localWatchList: WatchList = {
  read(userId) {
    try {
      return JSON.parse(localStorage.getItem(watchKey(userId)) ?? "[]") as readonly WatchedScan[];
    } catch {
      return [];
    }
  },
  write(userId, scans) {
    try {
      if (scans.length === 0) localStorage.removeItem(watchKey(userId));
      else localStorage.setItem(watchKey(userId), JSON.stringify(scans));
    } catch {
      // Storage is blocked: after a reload, the scans are still listed in their blueprint.
    }
  },
};

export const transfers = createTransferStore({
  journal: openIndexedDbJournal(`${buildSettings.appId}-uploads`),
  watchList: localWatchList,
  uploadOptions: {
    headers: () => appCheck.headers(),
    onChange: ({ retry }) => {
      if (retry?.error.code === "app-check-invalid") appCheck.forget();
    },
  },
});

export function useTransfers(): readonly Transfer[] {
  return useStore(transfers.store, (state) => state.transfers);
}

/** Blueprints whose scans are already on screen. */
export function useShownElsewhere(): readonly BlueprintId[] {
  return useStore(transfers.store, (state) => state.shownElsewhere);
}

export function useTransfer(scanId: ScanId): Transfer | undefined {
  return useStore(transfers.store, (state) => state.transfers.find((transfer) => transfer.scanId === scanId));
}
