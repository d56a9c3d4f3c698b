import type { BlueprintId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { toMediaName } from "@blueprint/contract/media";
import type { PublishedScene } from "@blueprint/contract/published";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
import { type FileAudience, toMediaUrl } from "../files/files.service.ts";
import { findStoredObjects } from "../uploads/stored-files.service.ts";

/** Addresses of files of the blueprint's team, for its members; those that are not there are left out. */
export async function resolveMedia(
  context: AppContext,
  actor: Actor,
  blueprintId: BlueprintId,
  fileIds: readonly string[],
): Promise<Record<string, string>> {
  const { scope } = await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
  return addressMedia(context, scope.teamId, fileIds, "team");
}

/** Addresses of exactly the files that a published scene refers to. */
export async function addressPublishedMedia(
  context: AppContext,
  teamId: string,
  scene: PublishedScene,
): Promise<Record<string, string>> {
  return addressMedia(context, teamId, listSceneFileIds(scene), "visitors");
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
