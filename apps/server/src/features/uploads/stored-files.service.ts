import type { Permission } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { listMemberships, requireTeamPermission, type TeamScope } from "../teams/teams.service.ts";
import type { ObjectLocation } from "./object-name.ts";

export { type ObjectLocation, parseObjectName } from "./object-name.ts";
export { headerText, type StoredObjectRow, toMetadataResource, toObjectEtag } from "./upload-metadata.ts";
export {
  findStoredObject,
  findStoredObjects,
  listStoredObjectsOfTypes,
  lockStoredObject,
} from "./uploads.repository.ts";

/**
 * Guards files of the bucket. Decides by the name alone, before any lookup: a refused caller learns nothing about what
 * exists, so that spec §8's "403 unauthorized" is safe.
 * @throws AppError unauthorized outside of the user's locations; forbidden when their role in the team is not enough
 */
export async function requireLocation(
  tx: Tx,
  actor: Pick<Actor, "userId" | "apiKey">,
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
