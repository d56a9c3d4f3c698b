import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { contentHashBlockBytes } from "@blueprint/contract/content-hash";
import type { ScanId, TeamId, UserId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { findMediaId } from "@blueprint/contract/media";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { ScanScope, TeamScope } from "../../platform/http/scope.ts";
import { ContentHash, type ContentHashState } from "../../platform/staging/content-hash.ts";
import type { RecordOffset, StagedFile, Staging } from "../../platform/staging/staging.ts";
import type { UploadLocks } from "../../platform/staging/upload-locks.ts";
import { recordUse } from "../people/feature-use.service.ts";
import { requireStorageRoom } from "../plans/entitlements.service.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { parseObjectName } from "./object-name.ts";
import { isFileInUse, requireLocation } from "./stored-files.service.ts";
import type { StoredObjectRow, UploadMetadata } from "./upload-metadata.ts";
import {
  cancelUploadsOfScan,
  endUpload,
  findAnnouncedScan,
  findObjectRow,
  findStoredObjectByKey,
  findUpload,
  findUploadOfScan,
  insertUpload,
  lockObjectRow,
  lockUpload,
  moveOffset,
  type ProvenBytes,
  replaceStoredObject,
  setHashes,
  type UploadRow,
} from "./uploads.repository.ts";

export interface ScanOriginal {
  readonly scanId: ScanId;
  readonly storageKey: string;
  readonly sizeBytes: number;
}

/** Called in the transaction that makes the upload final: its effects exist exactly if that commits. */
export type OnScanOriginal = (tx: Tx, context: AppContext, original: ScanOriginal) => Promise<void>;

/** A sender that is silent for this long is disconnected; what arrived is kept. */
const silentSenderMs = 60_000;
/** A caller who loses the right to upload is stopped within this time, even during a request. */
const recheckEveryMs = 2_000;
const betweenChunksMs = 5_000;

/** Shared state of the operations below: created once per server. */
export interface UploadDesk {
  readonly context: AppContext;
  readonly staging: Staging;
  readonly locks: UploadLocks;
  readonly onScanOriginal: OnScanOriginal;
}

export interface UploadProgress {
  readonly status: "active" | "final" | "cancelled";
  /** Bytes that are durable. */
  readonly receivedBytes: number;
  /** Bytes verified against the sender's hashes; null while there are none. */
  readonly proven: ContentHashState | null;
  /** The stored object, once finished. */
  readonly object: StoredObjectRow | null;
}

export interface StartUploadRequest {
  readonly bucket: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly metadata: UploadMetadata;
}

/**
 * What a sender may declare to have its bytes verified: the content hash of everything up to the end of this request.
 */
export interface Provable {
  readonly contentHash: string | undefined;
}

/** A location in the bucket where this user may put a file now. */
type UploadTarget =
  | { kind: "scan-original"; scope: TeamScope; scanId: ScanId }
  | { kind: "user-file" | "team-file"; scope: TeamScope };

/**
 * Opens an upload for one file. Ends an older upload of the same scan: a client that lost the answer simply asks
 * again.
 * @throws AppError not-found, unauthorized, forbidden, upload-name-invalid, upload-not-active, upload-size-changed,
 * storage-quota-exceeded, storage-full, payload-too-large, uploads-waiting, file-in-use
 */
export async function startUpload(
  desk: UploadDesk,
  actor: Actor,
  { bucket, name, sizeBytes, metadata }: StartUploadRequest,
): Promise<UploadRow> {
  const { context, staging } = desk;
  if (bucket !== storageBucket) throw new AppError("not-found");
  const id = context.ids.uuid();
  try {
    const replaced = await context.db.transaction(async (tx) => {
      const target = await requireTarget(tx, actor, name, sizeBytes);
      const now = context.clock.now();
      const isScan = target.kind === "scan-original";
      const older = isScan ? await cancelUploadsOfScan(tx, target.scanId, now) : [];
      // An announced scan is already counted in full.
      await requireStorageRoom(tx, context, target.scope, isScan ? 0 : sizeBytes);
      // Only callers with the right and the quota learn about the disk.
      await staging.requireRoomForFile(sizeBytes);
      const upload = await insertUpload(tx, {
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
      // The staging area knows the upload before its row is committed.
      await staging.create(toStagedFile(upload), tx);
      return older;
    });
    await Promise.all(replaced.map((olderId) => staging.remove(olderId)));
  } catch (error) {
    await staging.remove(id);
    throw error;
  }
  return requireUpload(context.db, actor, id);
}

/** Progress of an upload. @throws AppError upload-not-found */
export async function getProgress(desk: UploadDesk, actor: Actor, id: string): Promise<UploadProgress> {
  const upload = await settleOffset(desk, await requireUpload(desk.context.db, actor, id));
  return toProgress(desk.context.db, upload);
}

/** The unfinished upload of a scan. */
export async function findScanUpload(
  desk: UploadDesk,
  scope: ScanScope,
): Promise<{ upload: UploadRow; isReceiving: boolean } | null> {
  const { db } = desk.context;
  const upload = await findUploadOfScan(db, scope, scope.scanId);
  if (upload === null) return null;
  // Nothing arrives for a moment between two chunks.
  const quietMs = desk.context.clock.now().getTime() - upload.updatedAt.getTime();
  const isReceiving =
    (await desk.locks.isReceiving(upload.id)) || (upload.receivedBytes > 0 && quietMs < betweenChunksMs);
  return { upload: await settleOffset(desk, upload), isReceiving };
}

export interface ChunkRequest extends Provable {
  readonly offset: number;
  /** Declared by the request; undefined otherwise. */
  readonly lengthBytes: number | undefined;
  readonly body: Readable;
  readonly finalize: boolean;
  /** In base64, for a file that arrived whole and was hashed before. */
  readonly md5Hash?: string;
}

/**
 * Receives bytes at the journaled offset; what arrived before a failure is kept and journaled. On a finished upload it
 * repeats the first answer, in case that was lost. Bytes that do not match their sender's hash are dropped, back to
 * what was verified before.
 * @throws AppError upload-not-found, upload-not-active, upload-wrong-offset, upload-size-changed,
 * upload-chunk-hash-mismatch, storage-full, uploads-waiting
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
    if (upload.state !== "active") throw new AppError("upload-not-active");
    const sizeBytes = upload.sizeBytes ?? 0;
    const lengthBytes = chunk.lengthBytes ?? 0;
    if (chunk.offset !== upload.receivedBytes) throw new AppError("upload-wrong-offset");
    if (chunk.offset + lengthBytes > sizeBytes) throw new AppError("upload-size-changed");
    if (chunk.finalize && chunk.lengthBytes !== undefined && chunk.offset + lengthBytes !== sizeBytes) {
      throw new AppError("upload-size-changed");
    }
    const hash = chunk.contentHash === undefined ? null : await hashReceived(desk, upload);
    // Bytes arrive while the database is queried; nothing is journaled before it has answered.
    let refusal: unknown;
    const allowed = requireRunning(desk, actor, upload).catch((error: unknown) => {
      refusal = error;
    });
    let journaled = upload;
    let proven: ContentHashState | null = null;
    const silence = setTimeout(interrupt, silentSenderMs);
    const recheck = setInterval(() => {
      requireRunning(desk, actor, upload).catch((error: unknown) => {
        refusal = error;
        interrupt();
      });
    }, recheckEveryMs);
    const { end, whole } = await staging
      .receive(toStagedFile(upload), chunk.body, {
        offset: upload.receivedBytes,
        isLast: chunk.finalize,
        followMd5: chunk.md5Hash === undefined,
        onBytes: (bytes) => {
          if (refusal !== undefined) throw refusal;
          touch();
          silence.refresh();
          hash?.update(bytes);
        },
        isGenuine: () => {
          if (hash === null) return true;
          proven = { sizeBytes: hash.sizeBytes, contentHash: hash.digest() };
          return proven.contentHash === chunk.contentHash;
        },
        journal: async (reached, record) => {
          await allowed;
          if (refusal !== undefined) throw refusal;
          journaled = await journalOffset(desk, journaled, reached, proven, record);
        },
      })
      .finally(() => {
        clearTimeout(silence);
        clearInterval(recheck);
      });
    await allowed;
    if (refusal !== undefined) throw refusal;
    if (end === "too-long") throw new AppError("upload-size-changed");
    if (end === "damaged") return dropUnproven(desk, journaled);
    if (!chunk.finalize || end === "interrupted") return toProgress(context.db, journaled);
    // A version may have been published while the bytes arrived.
    await requireRunning(desk, actor, journaled);
    if (whole === null) return finish(desk, actor, id, chunk);
    return finish(desk, actor, id, { ...chunk, whole, proven });
  });
  // Another sender is uploading this file: the answer carries its progress.
  if (progress === null) throw new AppError("upload-wrong-offset");
  return progress;
}

/** Turns the received bytes into a stored file; idempotent. @throws AppError as `receiveChunk` */
export async function finalizeUpload(
  desk: UploadDesk,
  actor: Actor,
  id: string,
  provable: Provable,
): Promise<UploadProgress> {
  const progress = await desk.locks.hold(id, { interrupt: () => {} }, async () => {
    const upload = await settleOffset(desk, await requireUpload(desk.context.db, actor, id));
    if (upload.state === "final") return toProgress(desk.context.db, upload);
    await requireRunning(desk, actor, upload);
    return finish(desk, actor, id, provable);
  });
  if (progress === null) throw new AppError("upload-wrong-offset");
  return progress;
}

/** Ends an upload and drops its bytes; idempotent. @throws AppError upload-not-found, upload-not-active */
export async function cancelUpload(desk: UploadDesk, actor: Actor, id: string): Promise<UploadProgress> {
  const { context, staging, locks } = desk;
  await requireUpload(context.db, actor, id);
  await locks.hold(id, { interrupt: () => {}, force: true }, async () => {
    const upload = await requireUpload(context.db, actor, id);
    if (upload.state === "final") throw new AppError("upload-not-active");
    await endUpload(context.db, id, "cancelled", context.clock.now());
    await staging.remove(id);
  });
  return { status: "cancelled", receivedBytes: 0, proven: null, object: null };
}

/**
 * Stores a small file in one request (spec §5: 256 KiB or less), by the same steps as a large one. If a scan's bytes
 * are sent again because the answer was lost, the first answer is repeated.
 */
export async function storeAtOnce(
  desk: UploadDesk,
  actor: Actor,
  { bytes, contentHash, ...request }: Omit<StartUploadRequest, "sizeBytes"> & Provable & { bytes: Buffer },
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
  const body = Readable.from(sizeBytes === 0 ? [] : [bytes]);
  // Hashing so few bytes is cheap.
  const md5Hash = createHash("md5").update(bytes).digest("base64");
  const object = await receiveWhole(desk, actor, id, { lengthBytes: sizeBytes, body, contentHash, md5Hash });
  const hashes = { md5Hash, sha256: createHash("sha256").update(bytes).digest("hex") };
  await setHashes(desk.context.db, object.storageKey, hashes);
  return { ...object, ...hashes };
}

/** Streams a large file that arrives in one request to storage. @throws AppError as `startUpload` */
export async function storeStream(
  desk: UploadDesk,
  actor: Actor,
  { body, contentHash, ...request }: StartUploadRequest & Provable & { body: Readable },
): Promise<StoredObjectRow> {
  const { id } = await startUpload(desk, actor, request);
  return receiveWhole(desk, actor, id, { lengthBytes: request.sizeBytes, body, contentHash });
}

async function receiveWhole(
  desk: UploadDesk,
  actor: Actor,
  id: string,
  whole: Pick<ChunkRequest, "lengthBytes" | "body" | "contentHash" | "md5Hash">,
): Promise<StoredObjectRow> {
  try {
    const { object } = await receiveChunk(desk, actor, id, { ...whole, offset: 0, finalize: true });
    if (object === null) throw new AppError("upload-metadata-invalid");
    return object;
  } catch (error) {
    // No client knows this upload's id, so none could resume it.
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
  const stored = await findObjectRow(context.db, bucket, name);
  if (stored?.userId !== actor.userId || stored.sizeBytes !== bytes.length) return null;
  const { stream } = await context.storage.read(stored.storageKey);
  return bytes.equals(await buffer(stream)) ? stored : null;
}

/** Ends a scan's active uploads. Call it in the transaction that cancels or deletes the scan. */
export async function cancelUploadsFor(tx: Tx, context: AppContext, scanId: ScanId): Promise<void> {
  const cancelled = await cancelUploadsOfScan(tx, scanId, context.clock.now());
  // The bytes are removed after the commit: a rolled-back cancellation must still find them.
  if (cancelled.length > 0) await context.jobs.enqueue(tx, "remove-idle-uploads", {}, { key: "remove-idle-uploads" });
}

/** Storage key of an upload: never derived from a name that a user chose. */
export function toStorageKey(upload: Pick<UploadRow, "id" | "userId" | "teamId" | "scanId">): string {
  if (upload.scanId !== null) return `teams/${upload.teamId}/scans/${upload.scanId}/original/${upload.id}`;
  return upload.teamId === null ? `users/${upload.userId}/${upload.id}` : `teams/${upload.teamId}/files/${upload.id}`;
}

async function requireTarget(tx: Tx, actor: Actor, name: string, sizeBytes: number): Promise<UploadTarget> {
  const location = parseObjectName(name);
  const scope = await requireLocation(tx, actor, location, "scan.upload");
  const mediaId = location.kind === "team-file" ? findMediaId(name) : null;
  // Other bytes under the same name would change what a published version shows. A new name costs nothing.
  const isReplacing = mediaId !== null && (await findObjectRow(tx, storageBucket, name)) !== null;
  if (isReplacing && (await isFileInUse(tx, scope.teamId, mediaId))) throw new AppError("file-in-use");
  if (location.kind !== "scan-original")
    return { kind: location.kind === "team-file" ? location.kind : "user-file", scope };
  const scan = await findAnnouncedScan(tx, scope, location.scanId);
  if (scan === null || scan.uploadName !== name) throw new AppError("not-found");
  if (scan.state !== "uploading") throw new AppError("upload-not-active");
  if (scan.sizeBytes !== sizeBytes) throw new AppError("upload-size-changed");
  return { kind: "scan-original", scope, scanId: location.scanId };
}

/**
 * An upload belongs to its owner, a scan's also to its team: members who may upload there can resume it. For others it
 * does not exist.
 */
async function requireUpload(tx: Tx, actor: Actor, id: string): Promise<UploadRow> {
  const upload = await findUpload(tx, id);
  if (upload === null) throw new AppError("upload-not-found");
  const isOwn = upload.userId === actor.userId;
  // A key resumes only its own team's uploads, although its user may have others.
  if (isOwn && (actor.apiKey === undefined || actor.apiKey.teamId === upload.teamId)) return upload;
  if (upload.scanId === null || upload.teamId === null) throw new AppError("upload-not-found");
  await requireTeamPermission(tx, actor, upload.teamId as TeamId, "scan.upload").catch((error: unknown) => {
    throw error instanceof AppError ? new AppError("upload-not-found") : error;
  });
  return upload;
}

/** Rights and the scan's state may have changed since the start. @returns the declared size */
async function requireRunning(desk: UploadDesk, actor: Actor, upload: UploadRow): Promise<number> {
  if (upload.state !== "active") throw new AppError("upload-not-active");
  const sizeBytes = upload.sizeBytes ?? 0;
  await requireTarget(desk.context.db, actor, upload.fullPath, sizeBytes);
  return sizeBytes;
}

/**
 * Reconciles journal and disk: where a staging file is shorter than its journal (the folder was lost or restored), the
 * disk is right. A file that is gone because storage adopted it counts as whole.
 */
async function settleOffset({ context, staging }: UploadDesk, upload: UploadRow): Promise<UploadRow> {
  if (upload.state !== "active") return upload;
  const stagedBytes = await staging.sizeOf(upload.id);
  if (stagedBytes !== null && stagedBytes >= upload.receivedBytes) return upload;
  if (stagedBytes === null) {
    const adopted = await context.storage.head(toStorageKey(upload));
    if (adopted?.sizeBytes === upload.receivedBytes) return upload;
    await staging.create(toStagedFile(upload), context.db);
  }
  const receivedBytes = stagedBytes ?? 0;
  // A hash chain cannot be rewound.
  const proven = upload.provenBytes > receivedBytes ? nothingProven : {};
  await moveOffset(
    context.db,
    upload.id,
    { from: upload.receivedBytes, to: receivedBytes, proven },
    context.clock.now(),
  );
  return { ...upload, ...proven, receivedBytes };
}

/** The content hash of all that an upload holds. */
async function hashReceived({ staging }: UploadDesk, upload: UploadRow): Promise<ContentHash> {
  return await staging.continueHash(upload.id, new ContentHash(toProven(upload) ?? undefined), upload.receivedBytes);
}

async function journalOffset(
  { context }: UploadDesk,
  upload: UploadRow,
  to: number,
  proven: ContentHashState | null,
  record?: RecordOffset,
): Promise<UploadRow> {
  const change = proven === null ? null : toKept(upload, to, proven);
  const from = upload.receivedBytes;
  const move = async (tx: Tx) => {
    const moved = await moveOffset(tx, upload.id, { from, to, proven: change ?? {} }, context.clock.now());
    if (!moved) throw new AppError("upload-not-active");
  };
  if (record === undefined) await move(context.db);
  else
    await context.db.transaction(async (tx) => {
      await move(tx);
      await record(tx, change !== null);
    });
  announceBytes(context, upload);
  return { ...upload, ...change, receivedBytes: to };
}

/** A hash cannot be resumed within a block: the next chunk reads that block again. */
function toKept(upload: UploadRow, to: number, { sizeBytes, contentHash }: ContentHashState): ProvenBytes | null {
  const isKept = sizeBytes === to && (to % contentHashBlockBytes === 0 || to === upload.sizeBytes);
  return isKept ? { provenBytes: to, contentHash } : null;
}

function toStagedFile(upload: UploadRow): StagedFile {
  const { contentType = "application/octet-stream" } = upload.metadata as UploadMetadata;
  return { id: upload.id, sizeBytes: upload.sizeBytes ?? 0, storageKey: toStorageKey(upload), contentType };
}

/** Announces progress, and later the end, to those who watch another member's upload. */
function announceBytes({ changes }: AppContext, { teamId }: UploadRow): void {
  if (teamId === null) return;
  const notice = { audience: "team", id: teamId, kind: "uploads" } as const;
  changes.announce(notice);
  changes.announceAfter(notice, betweenChunksMs);
}

/** @throws AppError upload-chunk-hash-mismatch, always */
async function dropUnproven(desk: UploadDesk, upload: UploadRow): Promise<never> {
  await journalOffset(desk, upload, upload.provenBytes, null, (tx) => desk.staging.rewind(tx, upload.id));
  throw new AppError("upload-chunk-hash-mismatch");
}

/** Verifies bytes that arrived without a hash, as when the sender died after the last byte. */
async function proveRest(desk: UploadDesk, upload: UploadRow, { contentHash }: Provable): Promise<UploadRow> {
  if (contentHash === undefined || (upload.provenBytes === upload.sizeBytes && upload.contentHash === contentHash))
    return upload;
  const hash = await hashReceived(desk, upload);
  if (hash.digest() !== contentHash) return dropUnproven(desk, upload);
  return journalOffset(desk, upload, upload.receivedBytes, { sizeBytes: upload.receivedBytes, contentHash });
}

/**
 * The bytes are stored before the database refers to them: a crash in between leaves an upload whose next `finalize`
 * finds the object in place. The caller holds the upload's lock.
 */
async function finish(
  desk: UploadDesk,
  actor: Actor,
  id: string,
  {
    whole = null,
    proven = null,
    ...provable
  }: Provable & Pick<ChunkRequest, "md5Hash"> & { whole?: Buffer | null; proven?: ContentHashState | null },
): Promise<UploadProgress> {
  const { context, staging } = desk;
  const known = await requireUpload(context.db, actor, id);
  const received = whole === null ? known : { ...known, ...toWhole(known, proven) };
  if (received.receivedBytes !== received.sizeBytes) throw new AppError("upload-size-changed");
  const upload = whole === null ? await proveRest(desk, received, provable) : received;
  const file = toStagedFile(upload);
  const { storageKey, contentType } = file;
  const metadata = upload.metadata as UploadMetadata;
  const md5Hash = provable.md5Hash ?? (await staging.md5(file, whole)) ?? (await hashStored(context, storageKey));
  await staging.store(file, whole);
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
      contentHash: upload.provenBytes === upload.sizeBytes ? upload.contentHash : null,
      md5Hash,
      teamId: upload.teamId,
      userId: upload.userId,
    });
    await endUpload(tx, id, "final", context.clock.now());
    await recordUse(tx, context, { kind: "upload", userId: upload.userId as UserId, fileId: id });
    if (upload.scanId !== null) {
      const scanId = upload.scanId as ScanId;
      await desk.onScanOriginal(tx, context, { scanId, storageKey, sizeBytes: upload.receivedBytes });
    }
    return { object: stored, replacedKey: olderKey };
  });
  await staging.forget(id);
  if (replacedKey !== undefined) await context.storage.delete(replacedKey);
  return { status: "final", receivedBytes: upload.receivedBytes, proven: toProven(upload), object };
}

/** A small file that arrived whole was never journaled: this is what its row would say. */
function toWhole(upload: UploadRow, proven: ContentHashState | null): Partial<UploadRow> {
  const to = upload.sizeBytes ?? 0;
  return { receivedBytes: to, ...(proven === null ? null : toKept(upload, to, proven)) };
}

/** The MD5 of a file that was stored before a crash kept the database from learning it (spec §3). */
async function hashStored({ storage }: AppContext, storageKey: string): Promise<string> {
  const hash = createHash("md5");
  const { stream } = await storage.read(storageKey);
  for await (const bytes of stream as AsyncIterable<Buffer>) hash.update(bytes);
  return hash.digest("base64");
}

/**
 * Turns bytes in storage into a file of the bucket, replacing an older one of that name, and queues their hashing. The
 * caller deletes the replaced bytes after the commit.
 */
export async function recordStoredFile(
  tx: Tx,
  context: AppContext,
  file: Pick<StoredObjectRow, "bucket" | "fullPath" | "sizeBytes" | "storageKey" | "teamId" | "userId"> & {
    readonly contentType: string;
    readonly metadata: Partial<UploadMetadata>;
    readonly contentHash?: string | null;
    /** Recorded later when left out. */
    readonly md5Hash?: string;
  },
): Promise<{ object: StoredObjectRow; replacedKey: string | undefined }> {
  const { metadata, ...row } = file;
  const now = context.clock.now();
  const older = await lockObjectRow(tx, file.bucket, file.fullPath);
  const object = await replaceStoredObject(tx, {
    ...row,
    // Microseconds since 1970, the format of object generations; never decreasing, whatever the clock does.
    generation: Math.max(now.getTime() * 1000, (older?.generation ?? 0) + 1),
    metageneration: 1,
    timeCreated: now,
    updated: now,
    md5Hash: file.md5Hash ?? (file.sizeBytes === 0 ? emptyMd5 : null),
    sha256: file.sizeBytes === 0 ? emptySha256 : null,
    contentHash: file.contentHash ?? null,
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
  return { status: upload.state, receivedBytes: upload.receivedBytes, proven: toProven(upload), object };
}

function toProven({ provenBytes, contentHash }: UploadRow): ContentHashState | null {
  return contentHash === null || provenBytes === 0 ? null : { sizeBytes: provenBytes, contentHash };
}

const nothingProven = { provenBytes: 0, contentHash: null };
const emptyMd5 = createHash("md5").digest("base64");
const emptySha256 = createHash("sha256").digest("hex");
