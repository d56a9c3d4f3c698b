import type { Readable } from "node:stream";
import { AppError } from "../app-error.ts";
import { findPartFailure } from "../part-failure.ts";

/** A range of an object's bytes; `end` is exclusive, as in `slice`. Both are clamped to the object. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ObjectHead {
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface ListedObject extends ObjectHead {
  readonly key: string;
}

export interface ObjectRead {
  /** The bytes of the range. The caller consumes or destroys the stream. */
  readonly stream: Readable;
  /** Size of the whole object, not of the range. */
  readonly sizeBytes: number;
}

export interface PutOptions {
  readonly contentType: string;
}

/** An unfinished object: its parts are durable, but cannot be read yet. */
export interface MultipartObject {
  readonly key: string;
  readonly multipartId: string;
}

/** A part's place in the object, from 1 on, and the store's name for its bytes. */
export interface StoredPart {
  readonly number: number;
  readonly tag: string;
}

/** S3's limits: the smallest size of a part that is not the last, and the most parts of an object. */
export const partBytesMin = 5 * 1024 * 1024;
export const partsMax = 10_000;

/** Objects assembled from parts, by any number of servers. An object appears whole when it is completed. */
export interface MultipartStore {
  /** @returns the store's id of the unfinished object */
  begin(key: string, options: PutOptions): Promise<string>;
  /** Replaces an earlier part of the same number. @returns its tag @throws AppError not-found when it was completed or aborted */
  putPart(object: MultipartObject, number: number, bytes: Uint8Array): Promise<string>;
  /** @throws AppError not-found when it was completed or aborted; another error when a part doesn't have its tag */
  complete(object: MultipartObject, parts: readonly StoredPart[]): Promise<void>;
  /** Deletes the parts. Succeeds for an object that was completed or aborted before. */
  abort(object: MultipartObject): Promise<void>;
  list(): AsyncIterable<MultipartObject & { readonly startedAt: Date }>;
}

/**
 * The installation's store for file contents. Keys are names like `teams/<id>/scans/<id>/original/<id>`; a key is never
 * also the folder of another. An object appears whole or not at all, and is durable once the call has returned. Every
 * call throws `AppError("storage-full")` when the disk or quota is exhausted.
 */
export interface ObjectStorage {
  /** Adopts a local file, which is then gone from `localPath`. Replaces an older object. */
  putFile(key: string, localPath: string, options: PutOptions): Promise<void>;
  putBytes(key: string, bytes: Uint8Array, options: PutOptions): Promise<void>;
  /** Copies an object, replacing an older one. @throws AppError not-found */
  copy(fromKey: string, toKey: string, options: PutOptions): Promise<void>;
  /** @throws AppError not-found */
  read(key: string, range?: ByteRange): Promise<ObjectRead>;
  head(key: string): Promise<ObjectHead | null>;
  /** Deleting a missing object succeeds. */
  delete(key: string): Promise<void>;
  /** @param prefix a folder with a trailing slash. */
  deletePrefix(prefix: string): Promise<void>;
  /** In key order. @param prefix a folder with a trailing slash; empty for everything. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Null if objects can't be assembled from parts. */
  readonly multipart: MultipartStore | null;
  /** Checks once whether objects can be stored. @throws Error with a message for the operator that names the setting */
  requireUsable(): Promise<void>;
}

const keyCharactersMax = 512;
const segmentCharactersMax = 200;
// Segments with a leading dot are reserved (temporary files), and `.` and `..` would leave the folder.
const segmentPattern = /^[A-Za-z0-9_~@=+-][A-Za-z0-9._~@=+-]*$/;

/** @throws TypeError for a key that could leave the storage or that some driver cannot store: a bug in the caller. */
export function requireValidKey(key: string): void {
  const segments = key.split("/");
  const fits = key.length <= keyCharactersMax && segments.every((segment) => segment.length <= segmentCharactersMax);
  if (fits && segments.every((segment) => segmentPattern.test(segment))) return;
  throw new TypeError(`"${key.slice(0, 80)}" cannot be the key of a stored object.`);
}

/** @throws TypeError for a prefix that is not a folder of valid keys. */
export function requireValidPrefix(prefix: string): void {
  if (prefix === "") return;
  if (!prefix.endsWith("/")) throw new TypeError(`The prefix "${prefix.slice(0, 80)}" does not end with a slash.`);
  requireValidKey(prefix.slice(0, -1));
}

/** The range clamped to the object; `null` when nothing of it is left. */
export function clampRange(range: ByteRange | undefined, sizeBytes: number): ByteRange | null {
  const start = Math.max(0, range?.start ?? 0);
  const end = Math.min(sizeBytes, range?.end ?? sizeBytes);
  return start < end ? { start, end } : null;
}

/** The catalogue's `storage-full` for an exhausted disk or quota, otherwise the error itself. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  return findPartFailure(error) === "storage-full" ? new AppError("storage-full", { cause: error }) : error;
}
