// Other ways to search the same passages: a full-text index in the process, and PostgreSQL's own text search.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../apps/server/src/db/connection.ts";
import { listWords } from "../../apps/server/src/features/guide/words.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { installPeer } from "../api/peers.js";

/** MiniSearch with our own words, typing errors and beginnings of words, as its documentation recommends. */
export function openMiniSearch(passages) {
  const { requirePeer, label } = installPeer("minisearch");
  const MiniSearch = requirePeer("minisearch");
  const index = new MiniSearch({
    fields: ["title", "text"],
    tokenize: (text) => listWords(text).map(({ word }) => word),
    processTerm: (word) => word,
    searchOptions: { boost: { title: 3 }, fuzzy: 0.2, prefix: true },
  });
  index.addAll(passages);
  return {
    label,
    search: async (question) => index.search(question).map(({ id }) => id),
    close: async () => {},
  };
}

/** `to_tsvector` in English and unstemmed, any word of the question, ranked by `ts_rank_cd` and word similarity. */
export async function openPostgres(passages) {
  const dataDir = mkdtempSync(join(tmpdir(), "blueprint-bench-guide-"));
  const cluster = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, error: () => {} } });
  const sql = connect(cluster.connection, 1);
  const client = sql.pool;
  await client.query("create extension pg_trgm");
  await client.query(`create table passages (id text primary key, said text not null, words tsvector not null)`);
  await client.query(
    `insert into passages select id, title || ' ' || text,
       setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('simple', title), 'A')
       || to_tsvector('english', text) || to_tsvector('simple', text)
     from jsonb_to_recordset($1::jsonb) as given(id text, title text, text text)`,
    [JSON.stringify(passages)],
  );
  await client.query("create index on passages using gin (words)");
  await client.query("create index on passages using gin (said gin_trgm_ops)");
  await client.query("analyze passages");
  return {
    label: "PostgreSQL text search",
    search: async (question) => {
      const words = listWords(question).map(({ word }) => word);
      const { rows } = await client.query({
        name: "search",
        text: `select id from passages,
            to_tsquery('english', $1) stemmed, to_tsquery('simple', $1) plain
          where words @@ stemmed or words @@ plain or $2 <% said
          order by ts_rank_cd(words, stemmed) + ts_rank_cd(words, plain) + 0.5 * word_similarity($2, said) desc, id
          limit 8`,
        values: [words.join(" | "), question],
      });
      return rows.map(({ id }) => id);
    },
    close: async () => {
      await sql.end();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
