import { basename, join } from "node:path";
import { rootDir } from "../../tools/install.mjs";
import { buildServer } from "../../tools/server-build.ts";

/** The pieces of the read path (decision 103), each with the one change of its source that removes it. */
const removals = {
  "prepared statements": {
    file: "prepared-read.ts",
    text: "statementOf(tx).execute(values)",
    becomes: "tx.select(selected).from(from).where(where).execute(values)",
  },
  "batched reads": { file: "batch-reads.ts", text: "if (is(tx, PgTransaction))", becomes: "if (true)" },
  "kept answers": { file: "answer-memory.ts", text: "kept.get(madeFrom)", becomes: "undefined" },
};

export const pieces = Object.keys(removals);

/** Bundles the server without one piece. @returns the bundle's main file */
export async function buildWithout(piece) {
  const { file, text, becomes } = removals[piece];
  const outdir = join(rootDir, "node_modules", ".cache", "server-without", basename(file, ".ts"));
  let isFound = false;
  await buildServer(outdir, (path, source) => {
    if (!path.endsWith(join("read-path", file)) || !source.includes(text)) return source;
    isFound = true;
    return source.replace(text, becomes);
  });
  if (!isFound) throw new Error(`${file} no longer contains \`${text}\`.`);
  return join(outdir, "main.js");
}
