import { createHash } from "node:crypto";
import { TextFormatError, toEssence } from "@blueprint/contract/data-url";
import type { EndpointRequest, EndpointResponse } from "@blueprint/contract/endpoint";
import type { BlueprintId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { type createMedia as createMediaEndpoint, toMediaName } from "@blueprint/contract/media";
import type { PublishedScene } from "@blueprint/contract/published";
import { type StringSource, toStringSource } from "@blueprint/uploads/string-source";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope, TeamScope } from "../../platform/http/scope.ts";
import { requireBlueprintScope } from "../blueprints/blueprints.service.ts";
import {
  type FileAudience,
  type PlaceAudience,
  toMediaUrl,
  toTeamReader,
} from "../blueprints/file-addresses.service.ts";
import { requireStorageRoom } from "../plans/entitlements.service.ts";
import { findStoredObject, findStoredObjects, type StoredObjectRow } from "../uploads/stored-files.service.ts";
import { recordStoredFile } from "../uploads/uploads.service.ts";

type MediaText = EndpointRequest<typeof createMediaEndpoint>["body"];
type StoredMedia = EndpointResponse<typeof createMediaEndpoint>;

/** Addresses of files of the blueprint's team, for its members; missing files are left out. */
export async function resolveMedia(
  context: AppContext,
  scope: BlueprintScope,
  fileIds: readonly string[],
): Promise<Record<string, string>> {
  return addressMedia(context, scope.teamId, fileIds, toTeamReader(scope));
}

/**
 * Copies files of another blueprint to this blueprint's team, so that pasted content keeps showing them whatever
 * happens to the source. @returns the files that no longer exist
 * @throws AppError not-found and forbidden for the source, storage-quota-exceeded, storage-full
 */
export async function copyMedia(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  request: { readonly fromBlueprintId: BlueprintId; readonly fileIds: readonly string[] },
): Promise<string[]> {
  const from = await requireBlueprintScope(context.db, actor, request.fromBlueprintId, "blueprint.see");
  // An operator visiting a team with a reason must not copy anything out of it.
  if (from.isVisit) throw new AppError("forbidden");
  const missing: string[] = [];
  for (const fileId of new Set(request.fileIds)) {
    const source = await findStoredObject(context.db, storageBucket, toMediaName(from.teamId, fileId));
    if (source === null) missing.push(fileId);
    else if (from.teamId !== scope.teamId) await copyFile(context, scope, { fileId, source });
  }
  return missing;
}

/**
 * Stores a file given as text (spec §5) among the content of the blueprint's team.
 * @throws AppError storage-quota-exceeded, storage-full, invalid-input for text of another format
 */
export async function createMedia(
  context: AppContext,
  scope: BlueprintScope,
  { name, format, text, contentType }: MediaText,
): Promise<StoredMedia> {
  const { db, storage, ids } = context;
  const source = readSource(name, text, format);
  const { sizeBytes } = source;
  const type = contentType ?? toEssence(source.contentType ?? "application/octet-stream");
  await db.transaction((tx) => requireStorageRoom(tx, context, scope, sizeBytes));
  const bytes = source.slice(0, sizeBytes);
  const fileId = ids.uuid();
  // The bytes are stored first: what the database refers to always exists.
  const storageKey = `teams/${scope.teamId}/files/${ids.uuid()}`;
  await storage.putBytes(storageKey, bytes, { contentType: type });
  try {
    await db.transaction(async (tx) => {
      await requireStorageRoom(tx, context, scope, sizeBytes);
      await recordStoredFile(tx, context, {
        bucket: storageBucket,
        fullPath: toMediaName(scope.teamId, fileId),
        teamId: scope.teamId,
        userId: scope.userId,
        sizeBytes,
        contentType: type,
        metadata: {},
        storageKey,
        md5Hash: createHash("md5").update(bytes).digest("base64"),
      });
    });
  } catch (error) {
    await storage.delete(storageKey);
    throw error;
  }
  return { kind: "file", fileId, name, contentType: type, sizeBytes };
}

function readSource(name: string, text: string, format: MediaText["format"]): StringSource {
  try {
    return toStringSource(name, text, format);
  } catch (error) {
    if (error instanceof TextFormatError) throw new AppError("invalid-input", { fields: { text: error.message } });
    throw error;
  }
}

async function copyFile(
  context: AppContext,
  scope: TeamScope,
  { fileId, source }: { readonly fileId: string; readonly source: StoredObjectRow },
): Promise<void> {
  const { db, storage } = context;
  const { sizeBytes, contentHash } = source;
  const contentType = source.contentType ?? "application/octet-stream";
  const place = { bucket: storageBucket, fullPath: toMediaName(scope.teamId, fileId) };
  if ((await findStoredObject(db, place.bucket, place.fullPath)) !== null) return;
  await db.transaction((tx) => requireStorageRoom(tx, context, scope, sizeBytes));
  // The bytes are stored first: what the database refers to always exists.
  const storageKey = `teams/${scope.teamId}/files/${context.ids.uuid()}`;
  await storage.copy(source.storageKey, storageKey, { contentType });
  try {
    const isKept = await db.transaction(async (tx) => {
      await requireStorageRoom(tx, context, scope, sizeBytes);
      // The team is locked, so no concurrent call copies the same file. One added meanwhile stays as it is.
      if ((await findStoredObject(tx, place.bucket, place.fullPath)) !== null) return false;
      const owner = { teamId: scope.teamId, userId: scope.userId };
      await recordStoredFile(tx, context, {
        ...place,
        ...owner,
        sizeBytes,
        contentType,
        metadata: {},
        storageKey,
        contentHash,
      });
      return true;
    });
    if (!isKept) await storage.delete(storageKey);
  } catch (error) {
    await storage.delete(storageKey);
    throw error;
  }
}

/** Addresses of exactly the files that a published scene refers to, except missing ones. */
export async function addressPublishedMedia(
  context: AppContext,
  teamId: string,
  scene: PublishedScene,
  audience: PlaceAudience,
): Promise<{ urls: Record<string, string>; isComplete: boolean }> {
  const fileIds = listSceneFileIds(scene);
  const urls = await addressMedia(context, teamId, fileIds, audience);
  return { urls, isComplete: Object.keys(urls).length === fileIds.length };
}

function listSceneFileIds({ anchors, tours = [] }: PublishedScene): string[] {
  const sources = [
    ...anchors.flatMap(({ content }) => [
      content !== undefined && "media" in content ? content.media : null,
      content?.type === "video" ? content.captions : null,
    ]),
    ...tours.flatMap(({ stops }) => stops.map(({ audio }) => audio)),
  ];
  return [...new Set(sources.flatMap((source) => (source?.kind === "file" ? [source.fileId] : [])))];
}

async function addressMedia(
  context: AppContext,
  teamId: string,
  fileIds: readonly string[],
  audience: FileAudience,
): Promise<Record<string, string>> {
  if (fileIds.length === 0) return {};
  const names = new Map(fileIds.map((fileId) => [toMediaName(teamId, fileId), fileId]));
  const there = await findStoredObjects(context.db, storageBucket, [...names.keys()]);
  return Object.fromEntries(
    there.map(({ fullPath }) => {
      const fileId = names.get(fullPath)!;
      return [fileId, toMediaUrl(context, teamId, fileId, audience)];
    }),
  );
}
