import { createHash } from "node:crypto";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { readGuideManner } from "../publishing/publishing.service.ts";
import { readAllAudiences } from "../scene/scene.service.ts";
import { type AdmittedVersion, findNotes, type KnowledgeMemory, type Note, searchKnowledge } from "./guide.service.ts";
import {
  deleteDraftSetsBefore,
  deleteSet,
  findDraftDetails,
  hasSet,
  type KnowledgeSet,
} from "./knowledge.repository.ts";
import { makeDraftSet, requireKnowledge } from "./knowledge.service.ts";

type GuideManner = Awaited<ReturnType<typeof readGuideManner>>;

/** What can be asked of a place, as those who ask may see it now. */
export interface AskedPlace {
  /** What was said about another edition may be wrong. Called before a question is looked up. */
  readEdition(): Promise<string>;
  /** @throws AppError blueprint-not-published */
  find(words: string): Promise<Note[]>;
  /** How the team wants its guide to speak. */
  readManner(): Promise<GuideManner>;
}

/** The version that a visitor may see. */
export function toAskedPlace(context: AppContext, sets: KnowledgeMemory, admitted: AdmittedVersion): AskedPlace {
  const { blueprintId, version } = admitted;
  return {
    readEdition: async () => String(version),
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
  if (version === null) return useDraft(context, blueprintId, use);
  const set = await requireKnowledge(context, blueprintId, version, "visitor");
  if (set === null) return false;
  await use({
    readEdition: async () => String(version),
    find: (words) => searchKnowledge(context, set, words),
    readManner: () => readGuideManner(context, blueprintId, version),
  });
  return true;
}

async function useDraft(
  context: AppContext,
  blueprintId: BlueprintId,
  use: (place: AskedPlace) => Promise<void>,
): Promise<boolean> {
  const draft = new DraftKnowledge(context, blueprintId);
  try {
    const edition = await draft.readEdition().catch((error: unknown) => {
      if (error instanceof AppError && error.code === "blueprint-not-published") return null;
      throw error;
    });
    if (edition === null) return false;
    // What is changed meanwhile is not asked.
    await use({
      readEdition: async () => edition,
      find: (words) => draft.find(words),
      readManner: () => draft.readManner(),
    });
    return true;
  } finally {
    await draft.end();
  }
}

/** Longer than a conversation or a run is expected to last. */
const draftSetHoursMax = 12;

interface DraftEdition {
  readonly edition: string;
  readonly set: KnowledgeSet;
  readonly manner: GuideManner;
}

/** A draft as visitors would see it, searchable until `end`. Each edition is that of its last change. */
export class DraftKnowledge implements AskedPlace {
  readonly #context: AppContext;
  readonly #blueprintId: BlueprintId;
  #current: DraftEdition | null = null;
  #isEnded = false;

  constructor(context: AppContext, blueprintId: BlueprintId) {
    this.#context = context;
    this.#blueprintId = blueprintId;
  }

  /** @throws AppError blueprint-not-published if the draft is gone */
  async readEdition(): Promise<string> {
    return (await this.#refresh()).edition;
  }

  async find(words: string): Promise<Note[]> {
    return searchKnowledge(this.#context, (this.#current ?? (await this.#refresh())).set, words);
  }

  async readManner(): Promise<GuideManner> {
    return (this.#current ?? (await this.#refresh())).manner;
  }

  /** Nothing can be found from now on. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#drop();
  }

  async #drop(): Promise<void> {
    const dropped = this.#current;
    this.#current = null;
    if (dropped !== null) await deleteSet(this.#context.db, dropped.set.id);
  }

  async #refresh(): Promise<DraftEdition> {
    const { db } = this.#context;
    const details = await findDraftDetails(db, this.#blueprintId);
    if (details === null || this.#isEnded) throw new AppError("blueprint-not-published");
    const { visitors, guide } = await readAllAudiences(this.#context, this.#blueprintId);
    const text = JSON.stringify([details, visitors, guide]);
    const edition = createHash("sha256").update(text).digest("base64url");
    if (this.#current?.edition === edition && (await hasSet(db, this.#current.set.id))) return this.#current;
    await this.#drop();
    const draft = { ...details, otherWords: guide.otherWords, scene: visitors };
    const current = { edition, set: await makeDraftSet(this.#context, this.#blueprintId, draft), manner: guide };
    this.#current = current;
    // The conversation may have ended meanwhile.
    if (this.#isEnded) await this.#drop();
    return current;
  }
}

/** Drafts that a server left searchable when it was killed. */
export async function removeOldDrafts({ db, clock }: AppContext): Promise<void> {
  await deleteDraftSetsBefore(db, new Date(clock.now().getTime() - draftSetHoursMax * 3_600_000));
}
