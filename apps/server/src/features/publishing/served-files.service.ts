import { LRUCache } from "lru-cache";
import type { AppContext } from "../../platform/app-context.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { type BlueprintRow, findServedById, isForVisitors } from "../blueprints/blueprints.service.ts";
import type { PlaceAudience } from "../files/files.service.ts";
import { listServedFiles } from "./publishing.repository.ts";

/** How old the answer may be to whether a place is served: a visit asks for hundreds of files. */
const servedForMs = 60_000;
const keptPlacesMax = 10_000;

/**
 * Tells whether the version that a place serves now still has a file for this audience, to within a minute.
 * @param file the folder of a converted scan, or the id of a file of the team
 */
export type IsFileServed = (audience: PlaceAudience, file: string) => Promise<boolean>;

export function createServedFiles(context: AppContext): IsFileServed {
  const { db, clock } = context;
  const recently = createRecentAnswers<BlueprintRow | null>(clock, { validForMs: servedForMs, keptMax: keptPlacesMax });
  // A version never changes: neither do its files.
  const ofVersions = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: 1_000 });

  const filesOf = (id: string, version: number) => {
    const key = `${id} ${version}`;
    let files = ofVersions.get(key);
    if (files === undefined) {
      files = readFiles(context, id, version);
      ofVersions.set(key, files);
      files.catch(() => ofVersions.delete(key));
    }
    return files;
  };
  return async ({ blueprintId, who }, file) => {
    const place = await recently(blueprintId, () => findServedById(db, blueprintId, clock.now()));
    if (place === null || place.publishedVersion === null) return false;
    if (who === "visitors" && !isForVisitors(place)) return false;
    if (who === "guests" && place.visibility === "private") return false;
    return (await filesOf(blueprintId, place.publishedVersion)).has(file);
  };
}

async function readFiles({ db }: AppContext, blueprintId: string, version: number): Promise<ReadonlySet<string>> {
  const { deliveryPrefixes, fileIds } = await listServedFiles(db, blueprintId, version);
  return new Set([...deliveryPrefixes, ...fileIds]);
}
