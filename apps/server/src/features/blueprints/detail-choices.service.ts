import type { Cover } from "@blueprint/contract/blueprint-details";
import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { limits, storageBucket } from "@blueprint/contract/limits";
import { coverMediaTypes, findMediaId, toMediaName } from "@blueprint/contract/media";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { toMediaUrl, toTeamReader } from "../files/files.service.ts";
import { listScansOf } from "../scans/scans.service.ts";
import { readScene } from "../scene/scene.service.ts";
import { listStoredObjectsOfTypes } from "../uploads/stored-files.service.ts";
import { findUserName } from "../users/users.service.ts";
import { requireBlueprint } from "./blueprints.service.ts";

const picturesMax = 60;

export interface CoverChoice {
  cover: Cover;
  /** Name of a scan's file; an uploaded picture has none. */
  name: string;
  addedAt: string;
  url: string;
}

/** Cover choices for a blueprint: its ready scans' pictures, then the team's uploads, newest first. */
export async function listDetailChoices(
  context: AppContext,
  actor: Actor,
  id: BlueprintId,
): Promise<{ covers: CoverChoice[]; units: "metric" | "imperial"; createdByName: string | null }> {
  const { blueprint, scope } = await requireBlueprint(context.db, actor, id, "blueprint.edit");
  const scans = await listScansOf(context, scope, id);
  const pictures = await listStoredObjectsOfTypes(context.db, {
    bucket: storageBucket,
    prefix: toMediaName(scope.teamId, ""),
    contentTypes: coverMediaTypes,
    sizeBytesMax: limits.coverBytesMax,
    limit: picturesMax,
  });
  const { settings } = await readScene(context, id);
  return {
    covers: [
      ...scans.flatMap(({ id: scanId, fileName: name, createdAt: addedAt, delivery }): CoverChoice[] =>
        delivery === null ? [] : [{ cover: { kind: "scan", id: scanId }, name, addedAt, url: delivery.previewUrl }],
      ),
      ...pictures.flatMap(({ fullPath, timeCreated }): CoverChoice[] => {
        const fileId = findMediaId(fullPath);
        if (fileId === null) return [];
        const url = toMediaUrl(context, scope.teamId, fileId, toTeamReader(scope));
        return [{ cover: { kind: "file", id: fileId }, name: "", addedAt: timeCreated.toISOString(), url }];
      }),
    ],
    units: settings.units,
    createdByName: blueprint.createdBy === null ? null : await findUserName(context.db, blueprint.createdBy as UserId),
  };
}
