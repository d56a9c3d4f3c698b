import { type Audience, audiences } from "@blueprint/contract/audiences";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { PublishedScene } from "@blueprint/contract/published";
import { parseOtherWords } from "@blueprint/scene/other-words";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { removeUnanswered } from "./asked-questions.repository.ts";
import { findDocumentPages } from "./documents.service.ts";
import { type IndexedWord, indexPassages } from "./index-passages.ts";
import {
  countFillers,
  deleteSetsBefore,
  findSet,
  insertSet,
  insertWords,
  type KnowledgeSet,
  listDictionaries,
  lockVersion,
  takeSets,
} from "./knowledge.repository.ts";
import { addOtherWords } from "./other-words.ts";
import { type DocumentPages, listDocumentIds, listPassages, type Passage } from "./passages.ts";
import { deleteTranscriptsOf } from "./transcripts.repository.ts";

/** 14 MB of text. */
const passagesMax = 20_000;
/** The most frequent words tell the language. */
const sampledWordsMax = 500;
const dictionariesMax = 5;

/**
 * What an audience can search of a version. A version published before search existed gets its sets now; otherwise
 * publishing has built them. Null if the version is gone.
 */
export async function requireKnowledge(
  context: AppContext,
  blueprintId: string,
  version: number,
  audience: Audience,
): Promise<KnowledgeSet | null> {
  const known = await findSet(context.db, blueprintId, version, audience);
  if (known !== null) return known;
  await context.db.transaction((tx) => buildKnowledge(context, tx, blueprintId, version));
  return findSet(context.db, blueprintId, version, audience);
}

/** Builds the sets of a version, unless they exist, and removes those of earlier versions. */
export async function buildKnowledge(context: AppContext, tx: Tx, blueprintId: string, version: number): Promise<void> {
  const frozen = await lockVersion(tx, blueprintId, version);
  if (frozen === null || (await findSet(tx, blueprintId, version, "visitor")) !== null) return;
  await deleteSetsBefore(tx, blueprintId, version);
  if (frozen.scene.keepsQuestions !== true) await removeUnanswered(tx, blueprintId);
  if (frozen.scene.asksForTranscripts !== true) await deleteTranscriptsOf(tx, blueprintId);
  const unread = await insertSets(context, tx, { blueprintId, version, frozen, formerIds: new Map() });
  for (const fileId of unread) {
    const payload = { teamId: frozen.teamId, fileId, blueprintId, version };
    await context.jobs.enqueue(tx, "read-document", payload, { key: `read-document:${blueprintId}:${fileId}` });
  }
}

/**
 * Builds the sets of a version again, with what has been read of its documents since. They keep their ids, and their
 * passages the numbers, so that a search that has begun finds its passages. Does nothing once the sets are gone.
 */
export async function rebuildKnowledge(
  context: AppContext,
  tx: Tx,
  blueprintId: string,
  version: number,
): Promise<void> {
  const frozen = await lockVersion(tx, blueprintId, version);
  if (frozen === null) return;
  const former = await takeSets(tx, blueprintId, version);
  if (former.length === 0) return;
  const formerIds = new Map(former.map(({ audiences: [first], id }) => [first as Audience, id]));
  await insertSets(context, tx, { blueprintId, version, frozen, formerIds });
}

type FrozenVersion = NonNullable<Awaited<ReturnType<typeof lockVersion>>>;

/** @returns ids of the documents' files that nobody has read yet */
async function insertSets(
  context: AppContext,
  tx: Tx,
  {
    blueprintId,
    version,
    frozen,
    formerIds,
  }: { blueprintId: string; version: number; frozen: FrozenVersion; formerIds: ReadonlyMap<Audience, string> },
): Promise<string[]> {
  const scenes = listScenes(frozen.scene, frozen.audienceScenes ?? {});
  const fileIds = [...new Set(scenes.flatMap(({ scene }) => listDocumentIds(scene)))];
  const documents = await findDocumentPages(tx, frozen.teamId, fileIds);
  for (const { scene, seenBy } of scenes) {
    const id = formerIds.get(seenBy[0]!) ?? context.ids.uuid();
    await makeSet(
      tx,
      { id, blueprintId, version, audiences: seenBy, madeAt: null },
      { ...frozen, scene },
      documents.pages,
    );
  }
  return documents.unread;
}

type PlaceDetails = Parameters<typeof listPassages>[0] & {
  /** What visitors also call the things here, as the team wrote it. */
  otherWords: string;
};

async function makeSet(
  tx: Tx,
  head: Pick<KnowledgeSet, "id" | "blueprintId" | "version" | "audiences" | "madeAt">,
  { scene, ...details }: PlaceDetails & { scene: PublishedScene },
  documents: DocumentPages,
): Promise<KnowledgeSet> {
  const all = listPassages(details, scene, documents);
  const { entries } = parseOtherWords(details.otherWords);
  const passages = await addOtherWords(all.slice(0, passagesMax), entries);
  const words = await indexPassages(passages);
  const set: KnowledgeSet = {
    ...head,
    dictionaries: await chooseDictionaries(tx, passages, words),
    passageCount: passages.length,
    leftOutCount: all.length - passages.length,
    keepsQuestions: scene.keepsQuestions === true,
    asksForTranscripts: scene.asksForTranscripts === true,
  };
  await insertSet(tx, set, passages);
  await insertWords(tx, set, words);
  return set;
}

/** What visitors would search if the draft were published. Its documents are read when it is. Delete it after use. */
export async function makeDraftSet(
  context: AppContext,
  blueprintId: BlueprintId,
  draft: PlaceDetails & { teamId: string; scene: PublishedScene },
): Promise<KnowledgeSet> {
  return await context.db.transaction(async (tx) => {
    const { pages } = await findDocumentPages(tx, draft.teamId, listDocumentIds(draft.scene));
    const head = { id: context.ids.uuid(), blueprintId, version: null, audiences: ["visitor"] };
    return makeSet(tx, { ...head, madeAt: context.clock.now() }, draft, pages);
  });
}

/** Audiences that see the same share a set. */
function listScenes(
  visitors: PublishedScene,
  others: Partial<Record<Audience, PublishedScene>>,
): { scene: PublishedScene; seenBy: Audience[] }[] {
  const own = audiences.flatMap((audience) => {
    const scene = others[audience];
    return scene === undefined ? [] : [{ scene, seenBy: [audience] }];
  });
  return [{ scene: visitors, seenBy: audiences.filter((audience) => others[audience] === undefined) }, ...own];
}

/** The languages of translations, and those whose fillers the texts are full of. */
async function chooseDictionaries(
  tx: Tx,
  passages: readonly Passage[],
  words: readonly IndexedWord[],
): Promise<string[]> {
  const known = await listDictionaries(tx);
  const named = [...new Set(passages.flatMap(({ language }) => toDictionary(language) ?? []))];
  const frequent = words
    .map(({ raw, passages: { length } }) => ({ raw, count: length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, sampledWordsMax);
  const counted = await countFillers(tx, known, frequent);
  const most = counted[0]?.count ?? 0;
  const likely = counted.filter(({ count }) => count >= Math.max(2, most / 2)).map(({ dictionary }) => dictionary);
  const chosen = [...new Set([...named, ...likely])].filter((dictionary) => known.includes(dictionary));
  return chosen.length === 0 ? ["english_stem"] : chosen.slice(0, dictionariesMax);
}

const englishNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** PostgreSQL names its dictionaries in English: `german_stem`. */
function toDictionary(language: string | null): string | undefined {
  if (language === null) return undefined;
  const name = englishNames.of(new Intl.Locale(language).language);
  return name === undefined ? undefined : `${name.toLowerCase()}_stem`;
}
