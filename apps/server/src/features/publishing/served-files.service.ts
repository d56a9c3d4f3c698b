import { LRUCache } from "lru-cache";
import type { AppContext } from "../../platform/app-context.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { type BlueprintRow, findServedById, isForVisitors } from "../blueprints/blueprints.service.ts";
import { type PlaceAudience, toMediaPrefix } from "../files/files.service.ts";
import { listServedFiles } from "./publishing.repository.ts";

/** How old the answer may be to whether a place is served: a visit asks for hundreds of files. */
const servedForMs = 60_000;
const keptPlacesMax = 10_000;

/** Tells whether the version that a place serves now still has a file for this audience, to within a minute. */
export type IsFileServed = (audience: PlaceAudience, prefix: string) => Promise<boolean>;

export function createServedFiles(context: AppContext): IsFileServed {
  const { db, clock } = context;
  const recently = createRecentAnswers<BlueprintRow | null>(clock, { validForMs: servedForMs, keptMax: keptPlacesMax });
  // A version never changes: neither do its files.
  const ofVersions = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: 1_000 });

  const filesOf = ({ id, teamId }: BlueprintRow, version: number) => {
    const key = `${id} ${version} ${teamId}`;
    let files = ofVersions.get(key);
    if (files === undefined) {
      files = readFiles(context, id, version, teamId);
      ofVersions.set(key, files);
      files.catch(() => ofVersions.delete(key));
    }
    return files;
  };
  return async ({ blueprintId, who }, prefix) => {
    const place = await recently(blueprintId, () => findServedById(db, blueprintId, clock.now()));
    if (place === null || place.publishedVersion === null) return false;
    if (who === "visitors" && !isForVisitors(place)) return false;
    if (who === "guests" && place.visibility === "private") return false;
    return (await filesOf(place, place.publishedVersion)).has(prefix);
  };
}

async function readFiles(
  { db }: AppContext,
  blueprintId: string,
  version: number,
  teamId: string,
): Promise<ReadonlySet<string>> {
  const { deliveryPrefixes, fileIds } = await listServedFiles(db, blueprintId, version);
  return new Set([...deliveryPrefixes, ...fileIds.map((fileId) => toMediaPrefix(teamId, fileId))]);
}
