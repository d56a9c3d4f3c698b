import { createHash } from "node:crypto";
import { join } from "node:path";
import { limits } from "@blueprint/contract/limits";
import type { AppContext } from "../../platform/app-context.ts";
import { ContentHash } from "../../platform/staging/content-hash.ts";
import { releaseMemory } from "../../platform/staging/release-memory.ts";
import type { Staging } from "../../platform/staging/staging.ts";
import { StagingArea } from "../../platform/staging/staging-area.ts";
import { StoreStaging } from "../../platform/staging/store-staging.ts";
import {
  deleteUploadUntouchedSince,
  findStoredObjectByKey,
  listUploadStates,
  listUploadsUntouchedSince,
  setHashes,
} from "./uploads.repository.ts";
import { toStorageKey } from "./uploads.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Reads a stored file once, compares it with what was sent, and records its SHA-256, and its MD5 if unknown. */
    "hash-stored-object": { storageKey: string };
    /** Removes uploads without a byte for `uploadIdleDaysMax` days, and leftovers of ended ones. Runs daily. */
    "remove-idle-uploads": Record<string, never>;
  }
}

const dayMs = 24 * 3_600_000;
const uploadsAtOnce = 500;

/** The object store, where any server can continue an upload; without one, the data folder. */
export function openStaging(context: AppContext): Staging {
  const { config, db, storage } = context;
  const { multipart } = storage;
  return multipart === null
    ? openStagingArea(context)
    : new StoreStaging(db, storage, multipart, config.stagingBytesMax);
}

function openStagingArea({ config, diskRoom, storage }: AppContext): StagingArea {
  return new StagingArea(join(config.dataDir, "uploads"), diskRoom, config.stagingBytesMax, storage);
}

export async function hashStoredObject(context: AppContext, storageKey: string, signal?: AbortSignal): Promise<void> {
  const row = await findStoredObjectByKey(context.db, storageKey);
  if (row === null || row.sha256 !== null) return;
  const { stream } = await context.storage.read(storageKey);
  const md5 = row.md5Hash === null ? createHash("md5") : null;
  const sha256 = createHash("sha256");
  const content = row.contentHash === null ? null : new ContentHash();
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    // Leaving the loop closes the stream.
    if (signal?.aborted) throw new Error("Stopped before the file was read; the job runs again.");
    md5?.update(bytes);
    sha256.update(bytes);
    content?.update(bytes);
    releaseMemory(bytes);
  }
  if (content !== null && content.digest() !== row.contentHash)
    throw new Error(`The stored file ${storageKey} is not what was sent: the storage changed it.`);
  await setHashes(context.db, storageKey, {
    md5Hash: row.md5Hash ?? md5?.digest("base64"),
    sha256: sha256.digest("hex"),
  });
}

/** Removes idle and long-ended uploads with their files. @returns how many were removed */
export async function removeIdleUploads(context: AppContext): Promise<number> {
  const staging = openStaging(context);
  const now = context.clock.now().getTime();
  const before = new Date(now - limits.uploadIdleDaysMax * dayMs);
  let forgotten = 0;
  for (;;) {
    const idle = await listUploadsUntouchedSince(context.db, before, uploadsAtOnce);
    for (const upload of idle) {
      if (!(await deleteUploadUntouchedSince(context.db, upload.id, before))) continue;
      forgotten += 1;
      await staging.remove(upload.id);
      // A crash between storing and the database leaves an object without a row.
      const storageKey = toStorageKey(upload);
      if (upload.state !== "final" && (await findStoredObjectByKey(context.db, storageKey)) === null) {
        await context.storage.delete(storageKey);
      }
    }
    if (idle.length < uploadsAtOnce) break;
  }
  await sweep(context, staging, new Date(now - dayMs));
  return forgotten;
}

/**
 * Removes staged files that a killed server left of ended uploads, and all of them once uploads are kept in an object
 * store. Call it before the first request.
 */
export async function sweepStagedFiles(context: AppContext): Promise<{ files: number; bytes: number }> {
  const area = openStagingArea(context);
  const now = context.clock.now();
  // No upload is being started, so any file without an upload is an orphan.
  return context.storage.multipart === null
    ? await sweep(context, area, now)
    : await area.sweep(now, async () => new Map());
}

async function sweep(context: AppContext, staging: Staging, before: Date): Promise<{ files: number; bytes: number }> {
  return await staging.sweep(before, (ids) => listUploadStates(context.db, ids));
}
