import { buffer } from "node:stream/consumers";
import type { ReadDocumentFacts } from "@blueprint/contract/guide";
import { storageBucket } from "@blueprint/contract/limits";
import { findMediaId, toMediaName } from "@blueprint/contract/media";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { findStoredObject, lockStoredObject } from "../uploads/stored-files.service.ts";
import type { ReadDocument } from "./document-messages.ts";
import { readDocumentText } from "./document-process.ts";
import { listDocumentTexts, listReadDocuments, storeDocumentText } from "./documents.repository.ts";
import type { DocumentPages } from "./passages.ts";

const bytesMax = 64 * 1024 * 1024;

/** What is known of a team's documents: pages by file, and files that nobody has read yet. */
export async function findDocumentPages(
  tx: Tx,
  teamId: string,
  fileIds: readonly string[],
): Promise<{ pages: DocumentPages; unread: string[] }> {
  const names = fileIds.map((fileId) => toMediaName(teamId, fileId));
  const read = await listDocumentTexts(tx, storageBucket, names);
  const pages = new Map(read.map(({ fullPath, pages: texts }) => [findMediaId(fullPath)!, texts]));
  return { pages, unread: fileIds.filter((fileId) => !pages.has(fileId)) };
}

/** What could be read of these files of the blueprint's team. */
export async function listDocuments(
  { db }: AppContext,
  { teamId }: TeamScope,
  fileIds: readonly string[],
): Promise<ReadDocumentFacts[]> {
  const names = fileIds.map((fileId) => toMediaName(teamId, fileId));
  const read = await listReadDocuments(db, storageBucket, names);
  return read.map(({ fullPath, ...facts }) => ({ fileId: findMediaId(fullPath)!, ...facts }));
}

/**
 * Reads a stored document and keeps its text, whatever came of it. Does nothing for a file that is gone, and for one that
 * was replaced while it was read.
 */
export async function readStoredDocument(
  context: AppContext,
  teamId: string,
  fileId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, storage } = context;
  const location = { bucket: storageBucket, fullPath: toMediaName(teamId, fileId) };
  const object = await findStoredObject(db, location.bucket, location.fullPath);
  if (object === null) return;
  // Another blueprint's version may show it, too.
  const [known] = await listDocumentTexts(db, location.bucket, [location.fullPath]);
  if (known?.storageKey === object.storageKey) return;
  const read: ReadDocument =
    object.sizeBytes > bytesMax
      ? { pageCount: 0, pages: [], problem: "too-large" }
      : await readDocumentText(await buffer((await storage.read(object.storageKey)).stream), signal);
  await db.transaction(async (tx) => {
    const now = await lockStoredObject(tx, location.bucket, location.fullPath);
    if (now?.storageKey !== object.storageKey) return;
    await storeDocumentText(tx, { ...location, storageKey: object.storageKey, ...read, pages: [...read.pages] });
  });
}
