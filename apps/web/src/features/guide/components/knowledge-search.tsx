import { useState } from "react";
import { TextField } from "../../../ui/text-field.tsx";
import { type KnowledgeEntry, searchKnowledge } from "../knowledge.ts";
import { KnowledgeResults } from "./knowledge-results.tsx";

/** A plain search over the blueprint's own anchors; needs no external service. */
export function KnowledgeSearch({ entries }: { readonly entries: readonly KnowledgeEntry[] }) {
  const [search, setSearch] = useState("");
  const asked = search.trim();
  const found = asked === "" ? entries : searchKnowledge(entries, asked);
  return (
    <section aria-labelledby="knowledge" className="grid content-start gap-4">
      <h2 id="knowledge" className="text-lead font-strong">
        What this blueprint knows
      </h2>
      <search>
        <TextField
          label="Search anchors"
          type="search"
          name="search"
          autoComplete="off"
          maxLength={200}
          placeholder="Where is the cloakroom?"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </search>
      <p role="status" className="text-ink-soft">
        {asked === ""
          ? `${entries.length} ${entries.length === 1 ? "anchor" : "anchors"}`
          : found.length === 0
            ? `No anchors mention “${asked}”.`
            : `${found.length} of ${entries.length} ${entries.length === 1 ? "anchor" : "anchors"}`}
      </p>
      <KnowledgeResults entries={found} label="Anchors" />
    </section>
  );
}
