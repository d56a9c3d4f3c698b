import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ScanId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireStorageRoom, type TeamScope } from "../teams/teams.service.ts";
import { parseObjectName } from "./object-name.ts";
import type { StagingArea } from "./staging-area.ts";
import { requirePlace } from "./stored-files.service.ts";
import type { UploadLocks } from "./upload-locks.ts";
import type { StoredObjectRow, UploadMetadata } from "./upload-metadata.ts";
import {
  cancelUploadsOfScan,
  endUpload,
  findAnnouncedScan,
  findStoredObject,
  findStoredObjectByKey,
  findUpload,
  insertUpload,
  lockStoredObject,
  lockUpload,
  moveOffset,
  replaceStoredObject,
  setMd5Hash,
  type UploadRow,
} from "./uploads.repository.ts";

export interface ScanOriginal {
  readonly scanId: ScanId;
  readonly storageKey: string;
  readonly sizeBytes: number;
}

/** Called in the transaction that makes the upload final: what it does exists exactly if the upload is. */
export type OnScanOriginal = (tx: Tx, context: AppContext, original: ScanOriginal) => Promise<void>;

/** A sender that is silent for this long is cut off; what arrived is kept. */
const silentSenderMs = 60_000;

/** What the operations below share: made once for a server. */
export interface UploadDesk {
  readonly context: AppContext;
  readonly staging: StagingArea;
  readonly locks: UploadLocks;
  readonly onScanOriginal: OnScanOriginal;
}

export interface UploadProgress {
  readonly status: "active" | "final" | "cancelled";
  /** On the server's disk for certain. */
  readonly receivedBytes: number;
  /** Of the finished file. */
  readonly object: StoredObjectRow | null;
}

export interface StartUploadRequest {
  readonly bucket: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly metadata: UploadMetadata;
}

/** A place in the bucket where this person may put a file now. */
type UploadTarget =
  | { kind: "scan-original"; scope: TeamScope; scanId: ScanId }
  | { kind: "user-file" | "team-file"; scope: TeamScope };

/**
 * Opens a session for one file. An older session of the same scan ends: who lost the answer simply asks again.
 * @throws AppError not-found, unauthorized, forbidden, upload-name-invalid, upload-not-active, upload-size-changed,
 * storage-quota-exceeded, storage-full
 */
export async function startUpload(
  { context, staging }: UploadDesk,
  actor: Actor,
  { bucket, name, sizeBytes, metadata }: StartUploadRequest,
): Promise<UploadRow> {
  if (bucket !== storageBucket) throw new AppError("not-found");
  await staging.requireRoomForFile(sizeBytes);
  const id = context.ids.uuid();
  await staging.create(id);
  try {
    const replaced = await context.db.transaction(async (tx) => {
      const target = await requireTarget(tx, actor, name, sizeBytes);
      const now = context.clock.now();
      const isScan = target.kind === "scan-original";
      const older = isScan ? await cancelUploadsOfScan(tx, target.scanId, now) : [];
      // The whole of an announced scan is counted already.
      await requireStorageRoom(tx, context, target.scope, isScan ? 0 : sizeBytes);
      await insertUpload(tx, {
        id,
        bucket,
        fullPath: name,
        userId: actor.userId,
        teamId: target.kind === "user-file" ? null : target.scope.teamId,
        scanId: isScan ? target.scanId : null,
        state: "active",
        sizeBytes,
        metadata: { ...metadata },
        createdAt: now,
        updatedAt: now,
      });
      return older;
    });
    await Promise.all(replaced.map((olderId) => staging.remove(olderId)));
  } catch (error) {
    await staging.remove(id);
    throw error;
  }
  return requireUpload(context.db, actor, id);
}

/** Where a session stands. @throws AppError upload-not-found */
export async function getProgress(desk: UploadDesk, actor: Actor, id: string): Promise<UploadProgress> {
  const upload = await settleOffset(desk, await requireUpload(desk.context.db, actor, id));
  return toProgress(desk.context.db, upload);
}

export interface ChunkRequest {
  readonly offset: number;
  /** As announced by the request; undefined when it was not. */
  readonly lengthBytes: number | undefined;
  readonly body: Readable;
  readonly finalize: boolean;
}

/**
 * Takes bytes at the journaled offset; what arrived before a failure stays and is journaled. On a finished session it
 * answers as the first time, so that a lost answer can be asked for again.
 * @throws AppError upload-not-found, upload-not-active, upload-wrong-offset, upload-size-changed, storage-full
 */
export async function receiveChunk(
  desk: UploadDesk,
  actor: Actor,
  id: string,
  chunk: ChunkRequest,
): Promise<UploadProgress> {
  const { context, staging, locks } = desk;
  const interrupt = () => chunk.body.destroy();
  const progress = await locks.hold(id, { interrupt }, async ({ touch }) => {
    const upload = await settleOffset(desk, await requireUpload(context.db, actor, id));
    if (upload.state === "final") return toProgress(context.db, upload);
    const sizeBytes = await requireRunning(context.db, actor, upload);
    const lengthBytes = chunk.lengthBytes ?? 0;
    if (chunk.offset !== upload.receivedBytes) throw new AppError("upload-wrong-offset");
    if (chunk.offset + lengthBytes > sizeBytes) throw new AppError("upload-size-changed");
    if (chunk.finalize && chunk.lengthBytes !== undefined && chunk.offset + lengthBytes !== sizeBytes) {
      throw new AppError("upload-size-changed");
    }
    let journaledTo = upload.receivedBytes;
    const silence = setTimeout(interrupt, silentSenderMs);
    const { offset, end } = await staging
      .receive(id, chunk.body, {
        offset: upload.receivedBytes,
        sizeBytes,
        onBytes: () => {
          touch();
          silence.refresh();
        },
        journal: async (reached) => {
          const moved = await moveOffset(context.db, id, journaledTo, reached, context.clock.now());
          if (!moved) throw new AppError("upload-not-active");
          journaledTo = reached;
        },
      })
      .finally(() => clearTimeout(silence));
    if (end === "too-long") throw new AppError("upload-size-changed");
    if (!chunk.finalize || end === "interrupted")
      return { status: "active" as const, receivedBytes: offset, object: null };
    return finish(desk, actor, id);
  });
  // Somebody else is sending this very file: the answer tells how far they are.
  if (progress === null) throw new AppError("upload-wrong-offset");
  return progress;
}

/** Makes the received bytes a stored file; asked again, it answers the same. @throws AppError as `receiveChunk` */
export async function finalizeUpload(desk: UploadDesk, actor: Actor, id: string): Promise<UploadProgress> {
  const progress = await desk.locks.hold(id, { interrupt: () => {} }, async () => {
    const upload = await settleOffset(desk, await requireUpload(desk.context.db, actor, id));
    if (upload.state === "final") return toProgress(desk.context.db, upload);
    await requireRunning(desk.context.db, actor, upload);
    return finish(desk, actor, id);
  });
  if (progress === null) throw new AppError("upload-wrong-offset");
  return progress;
}

/** Ends a session and drops its bytes; cancelling twice succeeds. @throws AppError upload-not-found, upload-not-active */
export async function cancelUpload(desk: UploadDesk, actor: Actor, id: string): Promise<UploadProgress> {
  const { context, staging, locks } = desk;
  await requireUpload(context.db, actor, id);
  await locks.hold(id, { interrupt: () => {}, force: true }, async () => {
    const upload = await requireUpload(context.db, actor, id);
    if (upload.state === "final") throw new AppError("upload-not-active");
    await endUpload(context.db, id, "cancelled", context.clock.now());
    await staging.remove(id);
  });
  return { status: "cancelled", receivedBytes: 0, object: null };
}

/**
 * Stores a small file in one go (spec §5: 256 KiB or less), by the same steps as a large one. The same bytes of a scan
 * sent again, because the answer got lost, are answered as the first time.
 */
export async function storeAtOnce(
  desk: UploadDesk,
  actor: Actor,
  { bytes, ...request }: Omit<StartUploadRequest, "sizeBytes"> & { bytes: Buffer },
): Promise<StoredObjectRow> {
  const sizeBytes = bytes.length;
  let id: string;
  try {
    id = (await startUpload(desk, actor, { ...request, sizeBytes })).id;
  } catch (error) {
    const isRepeated = error instanceof AppError && error.code === "upload-not-active";
    const stored = isRepeated ? await findSameObject(desk.context, actor, request.bucket, request.name, bytes) : null;
    if (stored === null) throw error;
    return stored;
  }
  const object = await receiveWhole(desk, actor, id, sizeBytes, Readable.from(sizeBytes === 0 ? [] : [bytes]));
  // So few bytes cost nothing to hash, and the answer to the upload can say it.
  const md5Hash = createHash("md5").update(bytes).digest("base64");
  await setMd5Hash(desk.context.db, object.storageKey, md5Hash);
  return { ...object, md5Hash };
}

/** Stores a large file that comes in one request without holding it in memory. @throws AppError as `startUpload` */
export async function storeStream(
  desk: UploadDesk,
  actor: Actor,
  { body, ...request }: StartUploadRequest & { body: Readable },
): Promise<StoredObjectRow> {
  const { id } = await startUpload(desk, actor, request);
  return receiveWhole(desk, actor, id, request.sizeBytes, body);
}

async function receiveWhole(
  desk: UploadDesk,
  actor: Actor,
  id: string,
  sizeBytes: number,
  body: Readable,
): Promise<StoredObjectRow> {
  try {
    const { object } = await receiveChunk(desk, actor, id, { offset: 0, lengthBytes: sizeBytes, body, finalize: true });
    if (object === null) throw new AppError("upload-metadata-invalid");
    return object;
  } catch (error) {
    // Nobody knows this session's id, so nobody could go on with it.
    await cancelUpload(desk, actor, id).catch(() => {});
    throw error;
  }
}

async function findSameObject(
  context: AppContext,
  actor: Actor,
  bucket: string,
  name: string,
  bytes: Buffer,
): Promise<StoredObjectRow | null> {
  const stored = await findStoredObject(context.db, bucket, name);
  if (stored?.userId !== actor.userId || stored.sizeBytes !== bytes.length) return null;
  const { stream } = await context.storage.read(stored.storageKey);
  return bytes.equals(await buffer(stream)) ? stored : null;
}

/** Ends what is being uploaded for a scan. Call it in the transaction that cancels or deletes the scan. */
export async function cancelUploadsFor(tx: Tx, context: AppContext, scanId: ScanId): Promise<void> {
  const cancelled = await cancelUploadsOfScan(tx, scanId, context.clock.now());
  // The bytes go after the commit: a rolled-back cancellation must find them.
  if (cancelled.length > 0) await context.jobs.enqueue(tx, "remove-idle-uploads", {}, { key: "remove-idle-uploads" });
}

/** Where an upload's bytes lie once they are stored: never made of a name that a person chose. */
export function toStorageKey(upload: Pick<UploadRow, "id" | "userId" | "teamId" | "scanId">): string {
  if (upload.scanId !== null) return `teams/${upload.teamId}/scans/${upload.scanId}/original/${upload.id}`;
  return upload.teamId === null ? `users/${upload.userId}/${upload.id}` : `teams/${upload.teamId}/files/${upload.id}`;
}

async function requireTarget(tx: Tx, actor: Actor, name: string, sizeBytes: number): Promise<UploadTarget> {
  const place = parseObjectName(name);
  const scope = await requirePlace(tx, actor, place, "scan.upload");
  if (place.kind !== "scan-original") return { kind: place.kind === "team-file" ? place.kind : "user-file", scope };
  const scan = await findAnnouncedScan(tx, scope, place.scanId);
  if (scan === null || scan.uploadName !== name) throw new AppError("not-found");
  if (scan.state !== "uploading") throw new AppError("upload-not-active");
  if (scan.sizeBytes !== sizeBytes) throw new AppError("upload-size-changed");
  return { kind: "scan-original", scope, scanId: place.scanId };
}

/** A session is its owner's alone: anybody else's is not there. */
async function requireUpload(tx: Tx, actor: Actor, id: string): Promise<UploadRow> {
  const upload = await findUpload(tx, id);
  if (upload === null || upload.userId !== actor.userId) throw new AppError("upload-not-found");
  return upload;
}

/** Rights and the scan's state may have changed since the start. Answers the declared size. */
async function requireRunning(tx: Tx, actor: Actor, upload: UploadRow): Promise<number> {
  if (upload.state !== "active") throw new AppError("upload-not-active");
  const sizeBytes = upload.sizeBytes ?? 0;
  await requireTarget(tx, actor, upload.fullPath, sizeBytes);
  return sizeBytes;
}

/**
 * Brings journal and disk together: where a staging file is shorter than its journal (the folder was lost or restored),
 * the disk is right. A file that is gone because storage adopted it counts as whole.
 */
async function settleOffset({ context, staging }: UploadDesk, upload: UploadRow): Promise<UploadRow> {
  if (upload.state !== "active") return upload;
  const stagedBytes = await staging.sizeOf(upload.id);
  if (stagedBytes !== null && stagedBytes >= upload.receivedBytes) return upload;
  if (stagedBytes === null) {
    const adopted = await context.storage.head(toStorageKey(upload));
    if (adopted?.sizeBytes === upload.receivedBytes) return upload;
    await staging.create(upload.id);
  }
  const receivedBytes = stagedBytes ?? 0;
  await moveOffset(context.db, upload.id, upload.receivedBytes, receivedBytes, context.clock.now());
  return { ...upload, receivedBytes };
}

/**
 * The bytes go into storage first and the database speaks of them after that: a crash in between leaves a session
 * whose next `finalize` finds the object in its place. The caller holds the session's lock.
 */
async function finish(desk: UploadDesk, actor: Actor, id: string): Promise<UploadProgress> {
  const { context, staging } = desk;
  const upload = await requireUpload(context.db, actor, id);
  if (upload.receivedBytes !== upload.sizeBytes) throw new AppError("upload-size-changed");
  const storageKey = toStorageKey(upload);
  const metadata = upload.metadata as UploadMetadata;
  const contentType = metadata.contentType ?? "application/octet-stream";
  if ((await staging.sizeOf(id)) !== null) {
    await context.storage.putFile(storageKey, staging.pathOf(id), { contentType });
  }
  const { object, replacedKey } = await context.db.transaction(async (tx) => {
    const locked = await lockUpload(tx, id);
    if (locked?.state !== "active") throw new AppError("upload-not-active");
    const { object: stored, replacedKey: olderKey } = await recordStoredFile(tx, context, {
      bucket: upload.bucket,
      fullPath: upload.fullPath,
      sizeBytes: upload.receivedBytes,
      contentType,
      metadata,
      storageKey,
      teamId: upload.teamId,
      userId: upload.userId,
    });
    await endUpload(tx, id, "final", context.clock.now());
    if (upload.scanId !== null) {
      const scanId = upload.scanId as ScanId;
      await desk.onScanOriginal(tx, context, { scanId, storageKey, sizeBytes: upload.receivedBytes });
    }
    return { object: stored, replacedKey: olderKey };
  });
  if (replacedKey !== undefined) await context.storage.delete(replacedKey);
  return { status: "final", receivedBytes: upload.receivedBytes, object };
}

/**
 * Makes bytes that lie in the storage a file of the bucket, in place of an older one of that name, and has them hashed.
 * What was replaced is the caller's to delete after the commit.
 */
export async function recordStoredFile(
  tx: Tx,
  context: AppContext,
  file: Pick<StoredObjectRow, "bucket" | "fullPath" | "sizeBytes" | "storageKey" | "teamId" | "userId"> & {
    readonly contentType: string;
    readonly metadata: Partial<UploadMetadata>;
  },
): Promise<{ object: StoredObjectRow; replacedKey: string | undefined }> {
  const { metadata, ...row } = file;
  const now = context.clock.now();
  const older = await lockStoredObject(tx, file.bucket, file.fullPath);
  const object = await replaceStoredObject(tx, {
    ...row,
    // Microseconds since 1970, as object stores number generations; never falling, whatever the clock does.
    generation: Math.max(now.getTime() * 1000, (older?.generation ?? 0) + 1),
    metageneration: 1,
    timeCreated: now,
    updated: now,
    md5Hash: file.sizeBytes === 0 ? emptyMd5 : null,
    cacheControl: metadata.cacheControl ?? null,
    contentDisposition: metadata.contentDisposition ?? null,
    contentEncoding: metadata.contentEncoding ?? null,
    contentLanguage: metadata.contentLanguage ?? null,
    customMetadata: metadata.metadata ?? null,
    downloadTokens: [context.ids.token()],
  });
  if (file.sizeBytes > 0) {
    const key = `hash:${file.storageKey}`;
    await context.jobs.enqueue(tx, "hash-stored-object", { storageKey: file.storageKey }, { key, attemptsMax: 5 });
  }
  return { object, replacedKey: older?.storageKey };
}

async function toProgress(tx: Tx, upload: UploadRow): Promise<UploadProgress> {
  const object = upload.state === "final" ? await findStoredObjectByKey(tx, toStorageKey(upload)) : null;
  return { status: upload.state, receivedBytes: upload.receivedBytes, object };
}

const emptyMd5 = createHash("md5").digest("base64");
