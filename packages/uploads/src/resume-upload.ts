import { fingerprintOf } from "./fingerprint.ts";
import type { JournaledUpload, UploadJournal } from "./journal.ts";
import { continueUpload, type Upload, type UploadOptions } from "./upload.ts";
import type { UploadSource } from "./upload-source.ts";

/** The oldest journaled upload of exactly this file, whatever its current name. */
export async function findJournaledUpload(
  journal: UploadJournal,
  source: UploadSource,
): Promise<JournaledUpload | null> {
  const candidates = (await journal.list()).filter(({ sizeBytes }) => sizeBytes === source.sizeBytes);
  if (candidates.length === 0) return null;
  const fingerprint = await fingerprintOf(source);
  return candidates.find((journaled) => journaled.fingerprint === fingerprint) ?? null;
}

export type ResumeOptions = Omit<UploadOptions, "objectName" | "bucket" | "contentType"> & {
  readonly journaled: JournaledUpload;
};

/** Continues an upload; call `start()` on the result. Null when `source` is not the upload's original file. */
export async function resumeUpload({ journaled, ...options }: ResumeOptions): Promise<Upload | null> {
  const isSameSize = options.source.sizeBytes === journaled.sizeBytes;
  if (!isSameSize || (await fingerprintOf(options.source)) !== journaled.fingerprint) return null;
  return continueUpload({ tags: journaled.tags, ...options }, journaled);
}

interface PermissionHandle extends FileSystemFileHandle {
  queryPermission?(descriptor: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(descriptor: { mode: "read" }): Promise<PermissionState>;
}

/**
 * Reopens a journaled file. The browser may ask the person for permission, so call it from a click handler.
 * Null when they refuse, or when the file is gone: let them choose it again then.
 */
export async function reopenFile(handle: FileSystemFileHandle): Promise<File | null> {
  const asking = handle as PermissionHandle;
  try {
    const known = (await asking.queryPermission?.({ mode: "read" })) ?? "granted";
    const state = known === "granted" ? known : ((await asking.requestPermission?.({ mode: "read" })) ?? known);
    return state === "granted" ? await handle.getFile() : null;
  } catch {
    return null;
  }
}
