import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { readGuideManner } from "../publishing/publishing.service.ts";
import { readAllAudiences } from "../scene/scene.service.ts";
import { type AdmittedVersion, findNotes, type KnowledgeMemory, type Note, searchKnowledge } from "./guide.service.ts";
import { deleteDraftSets, findDraftDetails, type KnowledgeSet } from "./knowledge.repository.ts";
import { makeDraftSet, requireKnowledge } from "./knowledge.service.ts";

type GuideManner = Awaited<ReturnType<typeof readGuideManner>>;

/** What can be asked of a place, as those who ask may see it now. */
export interface AskedPlace {
  /** What was said about another edition may be wrong. */
  readonly edition: string;
  /** @throws AppError blueprint-not-published */
  find(words: string): Promise<Note[]>;
  /** How the team wants its guide to speak. */
  readManner(): Promise<GuideManner>;
}

/** The version that a visitor may see. */
export function toAskedPlace(context: AppContext, sets: KnowledgeMemory, admitted: AdmittedVersion): AskedPlace {
  const { blueprintId, version } = admitted;
  return {
    edition: String(version),
    find: (words) => findNotes(context, sets, admitted, words),
    readManner: () => readGuideManner(context, blueprintId, version),
  };
}

/**
 * Makes the visitors' knowledge of a version, or of the draft as it is now (null), searchable while it is used.
 * @returns false if the place or version is gone
 */
export async function usePlaceKnowledge(
  context: AppContext,
  blueprintId: BlueprintId,
  version: number | null,
  use: (place: AskedPlace) => Promise<void>,
): Promise<boolean> {
  const toPlace = (set: KnowledgeSet, readManner: () => Promise<GuideManner>): AskedPlace => ({
    edition: String(version ?? "draft"),
    find: (words) => searchKnowledge(context, set, words),
    readManner,
  });
  if (version !== null) {
    const set = await requireKnowledge(context, blueprintId, version, "visitor");
    if (set === null) return false;
    await use(toPlace(set, () => readGuideManner(context, blueprintId, version)));
    return true;
  }
  const details = await findDraftDetails(context.db, blueprintId);
  if (details === null) return false;
  const { visitors, guide } = await readAllAudiences(context, blueprintId);
  // A run that was cut off has left its own.
  await deleteDraftSets(context.db, blueprintId);
  const set = await makeDraftSet(context, blueprintId, { ...details, otherWords: guide.otherWords, scene: visitors });
  try {
    await use(toPlace(set, async () => guide));
  } finally {
    await deleteDraftSets(context.db, blueprintId);
  }
  return true;
}
