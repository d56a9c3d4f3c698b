import type { Cover } from "@blueprint/contract/blueprint-details";
import type { BlueprintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { coverMediaTypes } from "@blueprint/contract/media";
import type { Tx } from "../../db/database.ts";
import { AppError } from "../../platform/app-error.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { findTeamFile, summariseScans } from "./blueprints.repository.ts";

/**
 * @throws AppError `invalid-input` for a picture that is missing, is not the blueprint's to show, or is too large for
 * lists
 */
export async function requireCover(tx: Tx, scope: TeamScope, id: BlueprintId, cover: Cover): Promise<void> {
  const isThere =
    cover.kind === "scan"
      ? (await summariseScans(tx, [id])).get(id)?.previews.some(({ scanId }) => scanId === cover.id) === true
      : await isPictureOf(tx, scope, cover.id);
  if (!isThere) throw new AppError("invalid-input", { fields: { cover: "This picture can't be used as a cover." } });
}

async function isPictureOf(tx: Tx, scope: TeamScope, fileId: string): Promise<boolean> {
  const file = await findTeamFile(tx, scope, fileId);
  return (
    file !== null &&
    file.sizeBytes <= limits.coverBytesMax &&
    coverMediaTypes.some((mediaType) => mediaType === file.contentType)
  );
}
