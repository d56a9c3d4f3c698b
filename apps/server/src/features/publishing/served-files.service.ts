import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { Permission } from "@blueprint/contract/roles";
import { LRUCache } from "lru-cache";
import type { AppContext } from "../../platform/app-context.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { type BlueprintRow, findServedById, isForVisitors } from "../blueprints/blueprints.service.ts";
import type { PlaceAudience } from "../blueprints/file-addresses.service.ts";
import { listServedFiles } from "./publishing.repository.ts";

/** How long "this place is served" is cached: a visit requests hundreds of files. */
const servedForMs = 60_000;
const keptPlacesMax = 10_000;

/**
 * Whether the version that a place serves now still has a file for this audience, accurate to a minute.
 * @param file the folder of a converted scan, or the id of a file of the team
 */
export type IsFileServed = (audience: PlaceAudience, file: string) => Promise<boolean>;

/** Whether the user to whom a file's URL was issued still has the permission, accurate to a minute. */
export type MayStillRead = (userId: UserId, teamId: TeamId, permission: Permission) => Promise<boolean>;

export function createServedFiles(context: AppContext, mayStillRead: MayStillRead): IsFileServed {
  const { db, clock } = context;
  const recently = createRecentAnswers<BlueprintRow | null>(clock, { validForMs: servedForMs, keptMax: keptPlacesMax });
  // Nothing leaves a version, but renewed scans add files to it.
  const ofVersions = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: 1_000 });

  const filesOf = (id: string, version: number) => {
    const key = toKey(id, version);
    let files = ofVersions.get(key);
    if (files === undefined) {
      files = readFiles(context, id, version);
      ofVersions.set(key, files);
      files.catch(() => ofVersions.delete(key));
    }
    return files;
  };
  return async (audience, file) => {
    const { blueprintId, who } = audience;
    const place = await recently(blueprintId, () => findServedById(db, blueprintId, clock.now()));
    if (place === null || place.publishedVersion === null) return false;
    if (who === "visitors" && !isForVisitors(place)) return false;
    if (who === "guests" && place.visibility === "private") return false;
    if (audience.who === "members") {
      const needed = place.visibility === "private" ? "blueprint.edit" : "blueprint.see";
      if (!(await mayStillRead(audience.userId, place.teamId as TeamId, needed))) return false;
    }
    const version = place.publishedVersion;
    if ((await filesOf(blueprintId, version)).has(file)) return true;
    ofVersions.delete(toKey(blueprintId, version));
    return (await filesOf(blueprintId, version)).has(file);
  };
}

function toKey(blueprintId: string, version: number): string {
  return `${blueprintId} ${version}`;
}

async function readFiles({ db }: AppContext, blueprintId: string, version: number): Promise<ReadonlySet<string>> {
  const { deliveryPrefixes, fileIds } = await listServedFiles(db, blueprintId, version);
  return new Set([...deliveryPrefixes, ...fileIds]);
}
