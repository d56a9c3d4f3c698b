import { listTranscripts, removeTranscript, type Transcript } from "@blueprint/contract/guide-transcripts";
import type { BlueprintId } from "@blueprint/contract/ids";
import { writeCsv } from "@blueprint/scene/csv-text";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { pagedQuery, readsEndpoint } from "../../lib/data-query.ts";
import { queryClient } from "../../lib/session.ts";

export function transcriptsQuery(blueprintId: BlueprintId) {
  return pagedQuery(listTranscripts, { params: { blueprintId }, query: {} });
}

export function useRemoveTranscript(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (transcriptId: string) => api(removeTranscript, { params: { blueprintId, transcriptId } }),
    onSettled: () => queryClient.invalidateQueries({ predicate: readsEndpoint(listTranscripts, { blueprintId }) }),
  });
}

/** Every conversation that is kept, read page by page. */
export async function readAllTranscripts(blueprintId: BlueprintId): Promise<Transcript[]> {
  const all: Transcript[] = [];
  let cursor: string | null = null;
  do {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const page: { transcripts: Transcript[]; nextCursor: string | null } = await api(listTranscripts, {
      params: { blueprintId },
      query,
    });
    all.push(...page.transcripts);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

/** A table with a row for each question. */
export function toTranscriptsCsv(transcripts: readonly Transcript[]): string {
  return writeCsv([
    ["conversation", "asked at", "spoken", "question", "answer", "outcome", "sources"],
    ...transcripts.flatMap(({ id, questions }) =>
      questions.map(({ askedAt, isSpoken, question, answer, state, sources }) => [
        id,
        askedAt,
        isSpoken ? "yes" : "no",
        question,
        answer,
        state,
        sources.map(({ title, page }) => (page === undefined ? title : `${title}, page ${page}`)).join("; "),
      ]),
    ),
  ]);
}
