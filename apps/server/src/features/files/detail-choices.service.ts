import type { Cover } from "@blueprint/contract/blueprint-details";
import { limits } from "@blueprint/contract/limits";
import { coverMediaTypes, findMediaId } from "@blueprint/contract/media";
import type { AppContext } from "../../platform/app-context.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { readBlueprint } from "../blueprints/blueprints.service.ts";
import { toMediaUrl, toTeamReader } from "../blueprints/file-addresses.service.ts";
import { findUserNames } from "../people/users.service.ts";
import { listScans } from "../scans/scans.service.ts";
import { readScene } from "../scene/scene.service.ts";
import { listMediaOfTypes } from "../uploads/stored-files.service.ts";

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
  scope: BlueprintScope,
): Promise<{ covers: CoverChoice[]; units: "metric" | "imperial"; createdByName: string | null }> {
  const { blueprintId: id } = scope;
  const { createdBy } = await readBlueprint(context.db, scope, id);
  const scans = await listScans(context, scope, id);
  const pictures = await listMediaOfTypes(context.db, scope, {
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
    createdByName: createdBy === null ? null : ((await findUserNames(context.db, [createdBy])).get(createdBy) ?? null),
  };
}
