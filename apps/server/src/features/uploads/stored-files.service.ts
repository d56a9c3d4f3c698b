import type { TeamId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { toMediaName } from "@blueprint/contract/media";
import type { Permission } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { listMemberships, requireTeamPermission } from "../teams/teams.service.ts";
import { isFileCover, isFileInVersion } from "./files-in-use.repository.ts";
import type { ObjectLocation } from "./object-name.ts";
import type { StoredObjectRow } from "./upload-metadata.ts";
import { findObjectRow, findObjectRows, listObjectRowsOfTypes, lockObjectRow } from "./uploads.repository.ts";

export { type ObjectLocation, parseObjectName } from "./object-name.ts";
export { headerText, type StoredObjectRow, toMetadataResource, toObjectEtag } from "./upload-metadata.ts";

export function findStoredObject(tx: Tx, bucket: string, fullPath: string): Promise<StoredObjectRow | null> {
  return findObjectRow(tx, bucket, fullPath);
}

export function lockStoredObject(tx: Tx, bucket: string, fullPath: string): Promise<StoredObjectRow | null> {
  return lockObjectRow(tx, bucket, fullPath);
}

/** The names that exist, with what they hold. */
export function findStoredObjects(
  tx: Tx,
  bucket: string,
  fullPaths: readonly string[],
): Promise<Pick<StoredObjectRow, "fullPath" | "contentType" | "sizeBytes">[]> {
  return findObjectRows(tx, bucket, fullPaths);
}

/** Files of the team's content of these types, newest first. */
export async function listMediaOfTypes(
  tx: Tx,
  { teamId }: TeamScope,
  wanted: { contentTypes: readonly string[]; sizeBytesMax: number; limit: number },
): Promise<Pick<StoredObjectRow, "fullPath" | "timeCreated">[]> {
  return await listObjectRowsOfTypes(tx, { bucket: storageBucket, prefix: toMediaName(teamId, ""), ...wanted });
}

/**
 * Guards files of the bucket. Decides by the name alone, before any lookup: a refused caller learns nothing about what
 * exists, so that spec §8's "403 unauthorized" is safe.
 * @throws AppError unauthorized outside of the user's locations; forbidden when their role in the team is not enough
 */
export async function requireLocation(
  tx: Tx,
  actor: Actor,
  location: ObjectLocation,
  permission: Extract<Permission, "blueprint.see" | "original.download" | "scan.upload">,
): Promise<TeamScope> {
  if (location.kind === "nobodys") throw new AppError("unauthorized");
  if (location.kind !== "user-file")
    return requireTeamPermission(tx, actor, location.teamId, permission).catch(toRefusal);
  if (location.userId !== actor.userId) throw new AppError("unauthorized");
  // A user's own files count against their personal team.
  const personalTeam = (await listMemberships(tx, actor)).find(({ isPersonal }) => isPersonal);
  if (personalTeam === undefined) throw new AppError("unauthorized");
  return requireTeamPermission(tx, actor, personalTeam.teamId, permission).catch(toRefusal);
}

function toRefusal(error: unknown): never {
  throw error instanceof AppError && error.code === "not-found" ? new AppError("unauthorized") : error;
}

/**
 * Whether a version of the team's blueprints, served now or not, shows this file, or a blueprint has it as its cover.
 */
export async function isFileInUse(tx: Tx, teamId: TeamId, fileId: string): Promise<boolean> {
  return (await isFileInVersion(tx, teamId, fileId)) || (await isFileCover(tx, teamId, fileId));
}
