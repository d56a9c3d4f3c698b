import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { discoverPlaces, discoverTexts, discoverWords } from "../../db/schema/discover.ts";

/** Letters that must all occur. */
export type Parts = readonly string[];

/** What a visitor typed, folded, and what it may mean. */
export interface PlaceSearch {
  readonly words: readonly string[];
  /** For each word, what may stand for it: the word itself, and if that finds little, others. */
  readonly meanings: readonly (readonly Parts[])[];
}

/** Lower case, without accents, as places' texts are stored. */
export async function foldText(tx: Tx, text: string): Promise<string> {
  const { rows } = await tx.execute<{ folded: string }>(sql`select fold_text(${text}::text) as folded`);
  return rows[0]?.folded ?? "";
}

/** Counts what a search finds, up to a limit. */
export async function countMatches(tx: Tx, search: PlaceSearch, limit: number): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from ${discoverTexts} t where ${matches(search)} limit ${limit}) found`);
  return rows[0]?.count ?? 0;
}

const similarMax = 40;

/**
 * Words of places that resemble each of the given ones, most similar first.
 * @param tx a transaction
 */
export async function findSimilarWords(
  tx: Tx,
  words: readonly string[],
  similarityMin: number,
): Promise<{ given: string; word: string }[]> {
  await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${String(similarityMin)}, true)`);
  const { rows } = await tx.execute<{ given: string; word: string }>(sql`
    select given, found.word
    from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) given
    cross join lateral (
      select word from ${discoverWords} where word % given
      order by similarity(word, given) desc, word limit ${similarMax}) found`);
  return rows;
}

/** Those of the given words that places have. */
export async function findKnownWords(tx: Tx, words: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from ${discoverWords} where word = any(${sql.param([...words])}::text[])`);
  return rows.map(({ word }) => word);
}

/** Removes words that no place has any more. */
export async function deleteUnusedWords(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from ${discoverWords} where word not in (select words_of_text(title) from ${discoverTexts})`);
}

/** Condition on a row `t` of texts. */
export function matches({ meanings }: PlaceSearch): SQL {
  return all(meanings.map((alternatives) => any(alternatives.map((parts) => all(parts.map(contains))))));
}

// Scripts without spaces, as in the function `pairs_of_text`.
const unspacedRuns =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]+/g;

function contains(part: string): SQL {
  const starts = listStarts(part);
  return all([
    ...(starts.length === 0 ? [] : [sql`t.starts @> ${sql.param(starts)}::text[]`]),
    ...([...part].length <= 2 ? [] : [sql`t.text like ${toPattern(part)}`]),
  ]);
}

/** The entries of `starts` that a text with this part has. */
function listStarts(part: string): string[] {
  if ([...part].length <= 2) return [part];
  const pairs = part.match(unspacedRuns)?.flatMap((run) => {
    const letters = [...run];
    return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
  return [...new Set(pairs)];
}

const escaped = (part: string) => part.replace(/[\\%_]/g, "\\$&");
const toPattern = (part: string) => `%${escaped(part)}%`;

/**
 * How well a row `t` of texts fits what was typed: 400 and more if it has all of it, less the more it differs. An
 * integer, because pages continue after it.
 */
export function fitOf({ words, meanings }: PlaceSearch): SQL<number> {
  const typed = words.join(" ");
  const each = (condition: (word: string) => SQL) => all(words.map(condition));
  const isForgiving = meanings.some((alternatives) => alternatives.length > 1);
  const whole = sql`
    case when t.name = ${typed} then 900
      when starts_with(t.name, ${typed}) then 800
      when ${each((word) => sql`' ' || t.name like ${`% ${escaped(word)}%`}`)} then 700
      when ${each((word) => sql`t.name like ${toPattern(word)}`)} then 600
      when ${each((word) => sql`t.title like ${toPattern(word)}`)} then 500`;
  if (!isForgiving) return sql`(${whole} else 400 end)`;
  return sql`(${whole}
      when ${each((word) => sql`t.text like ${toPattern(word)}`)} then 400
      else (similarity(t.name, ${typed}) * 300)::int end)`;
}

/** Places that have not expired, with their texts. */
export const searchedTables = sql`${discoverTexts} t join ${discoverPlaces} p on p.blueprint_id = t.blueprint_id`;

function all(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`;
}

function any(conditions: readonly SQL[]): SQL {
  return sql`(${sql.join([...conditions], sql` or `)})`;
}
