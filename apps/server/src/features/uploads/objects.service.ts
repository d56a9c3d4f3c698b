import { storageBucket } from "@blueprint/contract/limits";
import { findMediaId } from "@blueprint/contract/media";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { canDelete, isDownloadToken } from "./objects.policy.ts";
import {
  deleteObjectRow,
  isScanThere,
  type ListedEntry,
  listEntries,
  type ObjectDescription,
  setObjectDescription,
} from "./objects.repository.ts";
import {
  findStoredObject,
  headerText,
  isFileInUse,
  lockStoredObject,
  type ObjectLocation,
  parseObjectName,
  requireLocation,
  type StoredObjectRow,
} from "./stored-files.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Removes bytes that no file of the bucket uses any more. */
    "remove-stored-bytes": { storageKey: string };
    /** Removes an object, or a folder's objects if the name ends with a slash, that was kept for a running backup. */
    "remove-after-backup": { keyOrPrefix: string };
    /** The earlier name of that job, for folders only: some may still be queued after an upgrade. */
    "remove-stored-folder": { prefix: string };
  }
}

const customMetadataCharactersMax = 64 * 1024;

/** @throws AppError not-found, unauthorized, forbidden, upload-name-invalid */
export async function getObject(
  context: AppContext,
  actor: Actor,
  bucket: string,
  name: string,
): Promise<StoredObjectRow> {
  const location = requireName(bucket, name);
  await requireLocation(
    context.db,
    actor,
    location,
    location.kind === "scan-original" ? "original.download" : "blueprint.see",
  );
  const object = await findReadable(context.db, bucket, name, location);
  if (object === null) throw new AppError("not-found");
  return object;
}

/**
 * For holders of a file's download token (spec §7), signed in or not. spec §8: a missing file is not found. A wrong
 * token gets the same response, so that guessing reveals nothing. @throws AppError not-found, upload-name-invalid
 */
export async function getObjectByToken(
  context: AppContext,
  bucket: string,
  name: string,
  token: string,
): Promise<StoredObjectRow> {
  const location = requireName(bucket, name);
  const object = await findReadable(context.db, bucket, name, location);
  if (object === null || !isDownloadToken(object.downloadTokens ?? [], token)) throw new AppError("not-found");
  return object;
}

/** Fields to change: a missing field stays, null removes it; the same holds for each key of custom metadata. */
export type DescriptionChange = {
  readonly [Field in Exclude<keyof ObjectDescription, "customMetadata">]?: string | null | undefined;
} & { readonly customMetadata?: Record<string, string | null> | null | undefined };

/** @throws AppError as `getObject`, upload-metadata-invalid, file-in-use for fields that a published file is read by */
export async function changeDescription(
  context: AppContext,
  actor: Actor,
  bucket: string,
  name: string,
  change: DescriptionChange,
): Promise<StoredObjectRow> {
  const location = requireName(bucket, name);
  return context.db.transaction(async (tx) => {
    await requireLocation(tx, actor, location, "scan.upload");
    if ((await findReadable(tx, bucket, name, location)) === null) throw new AppError("not-found");
    const object = await lockStoredObject(tx, bucket, name);
    if (object === null) throw new AppError("not-found");
    const isReadAnew = (["contentType", "contentEncoding"] as const).some(
      (field) => change[field] !== undefined && change[field] !== object[field],
    );
    if (isReadAnew) await requireUnpublished(tx, location, name);
    const changed = (field: Exclude<keyof ObjectDescription, "customMetadata">) => {
      const text = change[field];
      if (text === undefined) return object[field];
      if (text !== null && !headerText.safeParse(text).success) throw new AppError("upload-metadata-invalid");
      return text;
    };
    const description: ObjectDescription = {
      cacheControl: changed("cacheControl"),
      contentDisposition: changed("contentDisposition"),
      contentEncoding: changed("contentEncoding"),
      contentLanguage: changed("contentLanguage"),
      contentType: changed("contentType"),
      customMetadata: mergeCustomMetadata(object.customMetadata, change.customMetadata),
    };
    return setObjectDescription(tx, object, description, context.clock.now());
  });
}

/**
 * Deletes a file: it disappears at once, and a job queued in the same transaction removes its bytes.
 * @throws AppError as `getObject`, operation-not-allowed for the original of a scan, file-in-use for content that a
 * version or a cover shows
 */
export async function deleteObject(context: AppContext, actor: Actor, bucket: string, name: string): Promise<void> {
  const location = requireName(bucket, name);
  await context.db.transaction(async (tx) => {
    await requireLocation(tx, actor, location, "scan.upload");
    if (!canDelete(location)) throw new AppError("operation-not-allowed");
    await requireUnpublished(tx, location, name);
    const storageKey = await deleteObjectRow(tx, bucket, name);
    if (storageKey === null) throw new AppError("not-found");
    await context.jobs.enqueue(tx, "remove-stored-bytes", { storageKey }, { key: `remove:${storageKey}` });
  });
}

/** A file must not change while a version shows it. @throws AppError file-in-use */
async function requireUnpublished(tx: Tx, location: ObjectLocation, name: string): Promise<void> {
  const mediaId = location.kind === "team-file" ? findMediaId(name) : null;
  if (location.kind === "team-file" && mediaId !== null && (await isFileInUse(tx, location.teamId, mediaId))) {
    throw new AppError("file-in-use");
  }
}

export interface ListRequest {
  /** Start of the names: inside the folder of one user or one team. */
  readonly prefix: string;
  readonly delimiter: string;
  /** Last entry of the previous page; empty for the first. */
  readonly after: string;
  readonly entriesMax: number;
}

/** @throws AppError not-found for another bucket, unauthorized, forbidden, invalid-input */
export async function listObjects(
  context: AppContext,
  actor: Actor,
  bucket: string,
  request: ListRequest,
): Promise<{ entries: ListedEntry[]; nextAfter: string | null }> {
  if (bucket !== storageBucket) throw new AppError("not-found");
  // PostgreSQL accepts no text with this character, and no name contains it.
  if (Object.values(request).some((value) => String(value).includes("\0"))) throw new AppError("invalid-input");
  await requireLocation(context.db, actor, toListedLocation(request.prefix), "blueprint.see");
  const rows = await listEntries(context.db, { bucket, ...request }, request.entriesMax + 1);
  const entries = rows.slice(0, request.entriesMax);
  return { entries, nextAfter: rows.length > entries.length ? (entries.at(-1)?.entry ?? null) : null };
}

/** A folder has the owner of its files; above the folders of users and teams, listing is refused. */
function toListedLocation(prefix: string): ObjectLocation {
  const [root, owner, ...rest] = prefix.split("/");
  if (rest.length === 0) return { kind: "nobodys" };
  return parseObjectName(`${root}/${owner}/any`);
}

function requireName(bucket: string, name: string): ObjectLocation {
  if (bucket !== storageBucket) throw new AppError("not-found");
  return parseObjectName(name);
}

async function findReadable(
  tx: Tx,
  bucket: string,
  name: string,
  location: ObjectLocation,
): Promise<StoredObjectRow | null> {
  if (location.kind === "scan-original" && !(await isScanThere(tx, location.scanId))) return null;
  return findStoredObject(tx, bucket, name);
}

function mergeCustomMetadata(
  current: Record<string, string> | null,
  change: Record<string, string | null> | null | undefined,
): Record<string, string> | null {
  if (change === undefined) return current;
  if (change === null) return null;
  const merged = new Map(Object.entries(current ?? {}));
  for (const [key, text] of Object.entries(change)) {
    if (text === null) merged.delete(key);
    else merged.set(key, text);
  }
  const result = Object.fromEntries(merged);
  if (JSON.stringify(result).length > customMetadataCharactersMax) throw new AppError("upload-metadata-invalid");
  return merged.size === 0 ? null : result;
}
