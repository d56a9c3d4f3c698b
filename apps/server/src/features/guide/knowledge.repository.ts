import type { Audience } from "@blueprint/contract/audiences";
import { and, arrayContains, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints, blueprintVersions } from "../../db/schema/blueprints.ts";
import { knowledgePassages, knowledgeSets, knowledgeStems, knowledgeWords } from "../../db/schema/knowledge.ts";
import type { IndexedWord } from "./index-passages.ts";
import type { Passage } from "./passages.ts";

export type KnowledgeSet = typeof knowledgeSets.$inferSelect;

/** Unscoped on purpose, like everything here: the caller has checked that the visitor belongs to the audience. */
export async function findSet(
  tx: Tx,
  blueprintId: string,
  version: number,
  audience: Audience,
): Promise<KnowledgeSet | null> {
  const isOfVersion = and(eq(knowledgeSets.blueprintId, blueprintId), eq(knowledgeSets.version, version));
  const [found] = await tx
    .select()
    .from(knowledgeSets)
    .where(and(isOfVersion, arrayContains(knowledgeSets.audiences, [audience])));
  return found ?? null;
}

/** Locks a version until the transaction ends, so that its sets are built once. Null if it is gone. */
export async function lockVersion(tx: Tx, blueprintId: string, version: number) {
  const { name, description, address, tags, openingHours, facts } = blueprintVersions;
  const { scene, audienceScenes, otherWords } = blueprintVersions;
  const { teamId } = blueprints;
  const [row] = await tx
    .select({ name, description, address, tags, openingHours, facts, scene, audienceScenes, otherWords, teamId })
    .from(blueprintVersions)
    .innerJoin(blueprints, eq(blueprints.id, blueprintVersions.blueprintId))
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprintVersions.number, version)))
    .for("no key update", { of: blueprintVersions });
  return row ?? null;
}

/** What a draft says of the place as a whole. */
export async function findDraftDetails(tx: Tx, blueprintId: string) {
  const { name, description, address, tags, openingHours, facts, teamId } = blueprints;
  const [row] = await tx
    .select({ name, description, address, tags, openingHours, facts, teamId })
    .from(blueprints)
    .where(eq(blueprints.id, blueprintId));
  return row ?? null;
}

/** The opening hours of a version, or of the draft (null), with the venue's time zone. Null if it is gone. */
export async function findOpeningHours(
  tx: Tx,
  { blueprintId, version }: Pick<KnowledgeSet, "blueprintId" | "version">,
) {
  if (version === null) {
    const { openingHours, timeZone } = blueprints;
    const [row] = await tx.select({ openingHours, timeZone }).from(blueprints).where(eq(blueprints.id, blueprintId));
    return row ?? null;
  }
  const { openingHours, timeZone } = blueprintVersions;
  const [row] = await tx
    .select({ openingHours, timeZone })
    .from(blueprintVersions)
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprintVersions.number, version)));
  return row ?? null;
}

export async function hasSet(tx: Tx, id: string): Promise<boolean> {
  return (await tx.select({ id: knowledgeSets.id }).from(knowledgeSets).where(eq(knowledgeSets.id, id))).length > 0;
}

export async function deleteSet(tx: Tx, id: string): Promise<void> {
  await tx.delete(knowledgeSets).where(eq(knowledgeSets.id, id));
}

export async function deleteDraftSetsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.delete(knowledgeSets).where(and(isNull(knowledgeSets.version), lt(knowledgeSets.madeAt, before)));
}

export async function insertSet(tx: Tx, set: KnowledgeSet, passages: readonly Passage[]): Promise<void> {
  await tx.insert(knowledgeSets).values(set);
  for (const [start, batch] of inBatches(passages)) {
    const rows = batch.map((passage, index) => ({ ...passage, setId: set.id, number: start + index }));
    await tx.insert(knowledgePassages).values(rows);
  }
}

/** Stores words with their stems in the dictionaries. */
export async function insertWords(
  tx: Tx,
  { id, dictionaries }: Pick<KnowledgeSet, "id" | "dictionaries">,
  words: readonly IndexedWord[],
): Promise<void> {
  for (const [, batch] of inBatches(words))
    await tx.execute(sql`
      insert into ${knowledgeWords} (set_id, word, stems, passages, weights)
      select ${id}::uuid, given.word, ${stemsOf(dictionaries)}, given.passages, given.weights
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
        as given(word text, raw text, passages int[], weights real[])`);
  await tx.execute(sql`
    insert into ${knowledgeStems} (set_id, stem, word)
    select set_id, unnest(stems), word from ${knowledgeWords} where set_id = ${id}::uuid`);
}

/** @returns the dictionaries among the given in whose language a word counts as a filler, with how often it occurs */
export async function countFillers(
  tx: Tx,
  dictionaries: readonly string[],
  words: readonly { readonly raw: string; readonly count: number }[],
): Promise<{ dictionary: string; count: number }[]> {
  const { rows } = await tx.execute<{ dictionary: string; count: number }>(sql`
    select dictionary, sum(given.count)::int as count
    from unnest(${sql.param([...dictionaries])}::text[]) dictionary,
      jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as given(raw text, count int)
    where ts_lexize(dictionary::regdictionary, given.raw) = '{}'
    group by dictionary order by count desc, dictionary`);
  return rows;
}

/** Names of the stemming dictionaries that this PostgreSQL has. */
export async function listDictionaries(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select dictname as name from pg_ts_dict
    where dictnamespace = 'pg_catalog'::regnamespace and dictname like '%\\_stem' order by dictname`);
  return rows.map(({ name }) => name);
}

export async function deleteSetsBefore(tx: Tx, blueprintId: string, version: number): Promise<void> {
  await tx
    .delete(knowledgeSets)
    .where(and(eq(knowledgeSets.blueprintId, blueprintId), lt(knowledgeSets.version, version)));
}

/** Deletes a version's sets with all they hold. @returns what they were */
export async function takeSets(tx: Tx, blueprintId: string, version: number): Promise<KnowledgeSet[]> {
  return await tx
    .delete(knowledgeSets)
    .where(and(eq(knowledgeSets.blueprintId, blueprintId), eq(knowledgeSets.version, version)))
    .returning();
}

export interface AskedWord {
  readonly word: string;
  readonly raw: string;
  /** Whether words that contain it answer too. */
  readonly isPart: boolean;
}

/** A word of the set that stands for a word of the question. */
export interface FoundWord {
  /** Index of the asked word. */
  readonly asked: number;
  readonly word: string;
  readonly how: "same" | "stem" | "part" | "similar";
  readonly passages: readonly number[];
  readonly weights: readonly number[];
}

/** The asked word itself is always among them, whether or not the set has it. */
const wordsPerAskedMax = 13;

/** Words of the set that are the asked ones, have their stem, or contain them; and the fillers among the asked words. */
export async function findWords(
  tx: Tx,
  { id, dictionaries }: KnowledgeSet,
  asked: readonly AskedWord[],
  fillerDictionaries: readonly string[],
): Promise<{ found: FoundWord[]; fillers: ReadonlySet<number> }> {
  type Row = Record<string, unknown> & { asked: number; isFiller: boolean } & (
      | Omit<FoundWord, "asked">
      | { word: null }
    );
  const { rows } = await tx.execute<Row>(sql`
    with given as materialized (
      select asked, word, raw, "isPart", ${stemsOf(dictionaries)} as stems, exists (
        select from unnest(${sql.param([...fillerDictionaries])}::text[]) dictionary
        where ts_lexize(dictionary::regdictionary, raw) = '{}') as "isFiller"
      from jsonb_to_recordset(${JSON.stringify(asked.map((one, index) => ({ ...one, asked: index })))}::jsonb)
        as given(asked int, word text, raw text, "isPart" boolean))
    select given.asked, given."isFiller", ${knowledgeWords}.word, passages, weights,
      (array['same', 'stem', 'part'])[near.far] as how
    from given left join lateral (
      select candidate.word, min(candidate.far) as far
      from (
        select given.word, 1 as far
        union all select stemmed.word, 2 from ${knowledgeStems} stemmed
        where stemmed.set_id = ${id}::uuid and stemmed.stem = any(given.stems)
        union all select whole.word, 3 from ${knowledgeWords} whole
        where whole.set_id = ${id}::uuid and given."isPart" and whole.word like '%' || given.word || '%') candidate
      where not given."isFiller"
      group by candidate.word order by far, length(candidate.word), candidate.word
      limit ${wordsPerAskedMax}) near on true
    left join ${knowledgeWords} on ${knowledgeWords}.word = near.word and ${knowledgeWords}.set_id = ${id}::uuid`);
  return {
    found: rows.filter((row): row is Row & FoundWord => row.word !== null),
    fillers: new Set(rows.filter(({ isFiller }) => isFiller).map((row) => row.asked)),
  };
}

/** The asked words that tell one question from another, as stems in the languages of the set: fillers are left out. */
export async function findTellingStems(
  tx: Tx,
  { dictionaries }: KnowledgeSet,
  asked: readonly Omit<AskedWord, "isPart">[],
  fillerDictionaries: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ stem: string; isFiller: boolean }>(sql`
    select coalesce((${stemsOf(dictionaries)})[1], word) as stem, exists (
      select from unnest(${sql.param([...fillerDictionaries])}::text[]) dictionary
      where ts_lexize(dictionary::regdictionary, raw) = '{}') as "isFiller"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as given(word text, raw text)`);
  const telling = rows.filter(({ isFiller }) => !isFiller);
  return (telling.length === 0 ? rows : telling).map(({ stem }) => stem);
}

const similarMax = 50;

/** A word that looks like the asked one. */
export interface SimilarWord extends FoundWord {
  readonly stems: readonly string[];
}

/**
 * Words of the set that look like the asked ones, most similar first.
 * @param tx a transaction
 * @param similarityMin of their trigrams, 0 to 1; a low one takes longer
 */
export async function findSimilarWords(
  tx: Tx,
  { id }: KnowledgeSet,
  asked: readonly { readonly asked: number; readonly word: string }[],
  similarityMin: number,
): Promise<SimilarWord[]> {
  // Without figures about a set that was built just now, the plan would compare all of its words.
  await tx.execute(sql`
    select set_config('pg_trgm.similarity_threshold', ${String(similarityMin)}, true),
      set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`);
  const { rows } = await tx.execute<Record<string, unknown> & Omit<SimilarWord, "how">>(sql`
    select given.asked, found.*
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as given(asked int, word text)
    cross join lateral (
      select candidate.word, candidate.stems, candidate.passages, candidate.weights
      from ${knowledgeWords} candidate
      where candidate.set_id = ${id}::uuid and candidate.word % given.word
      order by similarity(candidate.word, given.word) desc, candidate.word
      limit ${similarMax}) found`);
  return rows.map((row) => ({ ...row, how: "similar" }));
}

export async function readPassages(
  tx: Tx,
  setId: string,
  numbers: readonly number[],
): Promise<(typeof knowledgePassages.$inferSelect)[]> {
  return await tx
    .select()
    .from(knowledgePassages)
    .where(and(eq(knowledgePassages.setId, setId), inArray(knowledgePassages.number, [...numbers])));
}

/** SQL for the stems of a row's `word` and `raw`. Words without accents are stemmed as typed and as folded. */
function stemsOf(dictionaries: readonly string[]) {
  return sql`(select coalesce(array_agg(distinct stem), '{}')
    from unnest(${sql.param([...dictionaries])}::text[]) dictionary, unnest(array[given.word, given.raw]) form,
      unnest(ts_lexize(dictionary::regdictionary, form)) stem)`;
}

const rowsPerInsert = 2_000;

function* inBatches<T>(rows: readonly T[]): Generator<[start: number, batch: readonly T[]]> {
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    yield [start, rows.slice(start, start + rowsPerInsert)];
}
