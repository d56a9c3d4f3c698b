import { type Transcript, transcriptKeptDays } from "@blueprint/contract/guide-transcripts";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { ChevronDown, Download } from "lucide-react";
import { complain } from "../../../lib/complain.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { readAllTranscripts, toTranscriptsCsv, transcriptsQuery, useRemoveTranscript } from "../transcripts.ts";

import { DraftCheckbox } from "./draft-checkbox.tsx";

export interface TranscriptListProps {
  /** Whether the draft asks visitors for them. */
  readonly areAskedFor: boolean;
  /** Null for people who may only look. */
  readonly onAsk: ((ask: boolean) => void) | null;
}

/** Conversations that visitors agreed to have kept. */
export function TranscriptList({
  blueprintId,
  name,
  areAskedFor,
  onAsk,
}: TranscriptListProps & {
  readonly blueprintId: BlueprintId;
  /** The blueprint's. */
  readonly name: string;
}) {
  const list = useInfiniteQuery(transcriptsQuery(blueprintId));
  const transcripts = list.data?.pages.flatMap((page) => page.transcripts) ?? [];
  const download = useMutation({
    mutationFn: () => readAllTranscripts(blueprintId),
    onSuccess: (all) => downloadText(`Conversations ${name}.csv`, "text/csv", toTranscriptsCsv(all)),
    onError: (error) => complain("Couldn't download the conversations", error),
  });
  return (
    <section aria-labelledby="conversations" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="conversations" className="text-lead font-strong">
          Conversations
        </h2>
        {transcripts.length === 0 ? null : (
          <Button size="small" busy={download.isPending} onClick={() => download.mutate()}>
            <Download aria-hidden="true" strokeWidth={1.75} />
            Download CSV
          </Button>
        )}
      </div>
      {onAsk === null ? null : (
        <DraftCheckbox
          label="Let visitors share their conversation"
          hint={`Visitors choose whether to share. Shared conversations are anonymous, are kept for ${transcriptKeptDays} days, and can be deleted by the visitor. Turning this off deletes them all when you publish.`}
          checked={areAskedFor}
          onChange={onAsk}
        />
      )}
      {list.isError ? <LoadFailure query={list} /> : null}
      {list.isSuccess && transcripts.length === 0 && areAskedFor ? <p className="text-ink-soft">None so far.</p> : null}
      {transcripts.length === 0 ? null : (
        <ul aria-label="Kept conversations" className="grid gap-2">
          {transcripts.map((transcript) => (
            <TranscriptItem
              key={transcript.id}
              blueprintId={blueprintId}
              transcript={transcript}
              mayRemove={onAsk !== null}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <Button className="justify-self-start" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}

function TranscriptItem({
  blueprintId,
  transcript: { id, questions },
  mayRemove,
}: {
  readonly blueprintId: BlueprintId;
  readonly transcript: Transcript;
  readonly mayRemove: boolean;
}) {
  const remove = useRemoveTranscript(blueprintId);
  const [first] = questions;
  if (first === undefined) return null;
  const count = questions.length === 1 ? "1 question" : `${questions.length} questions`;
  const day = formatDateTime(first.askedAt);
  return (
    <li className="rounded-sharp border border-line bg-sheet">
      <details className="group">
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3">
          <span className="min-w-0 flex-[1_1_14rem] font-strong break-words">{first.question || "Not understood"}</span>
          <span className="text-caption text-ink-soft">
            {count}, {day}
          </span>
          <ChevronDown
            aria-hidden="true"
            size={16}
            strokeWidth={1.5}
            className="self-center text-ink-soft group-open:rotate-180"
          />
        </summary>
        <ol className="grid gap-3 border-t border-hairline px-4 py-3">
          {questions.map(({ askedAt, isSpoken, question, answer, state, sources }) => (
            <li key={askedAt} className="grid gap-1">
              <p className="font-strong break-words">
                {question || "Not understood"}
                {isSpoken ? <span className="ml-2 text-caption font-regular text-ink-soft">spoken</span> : null}
              </p>
              <p className="break-words whitespace-pre-line text-pretty">
                {answer === "" ? <span className="text-ink-soft">{describeState(state)}</span> : answer}
              </p>
              {sources.length === 0 ? null : (
                <p className="text-caption break-words text-ink-soft">
                  From {sources.map(({ title }) => title || "Untitled").join(", ")}
                </p>
              )}
            </li>
          ))}
        </ol>
        {mayRemove ? (
          <div className="border-t border-hairline px-4 py-2">
            <Button
              size="small"
              variant="quiet"
              className="-ml-2.5"
              busy={remove.isPending}
              aria-label={`Delete the conversation of ${day}`}
              onClick={() =>
                runMutation(remove, id, { onError: (error) => complain("Couldn't delete the conversation", error) })
              }
            >
              Delete
            </Button>
          </div>
        ) : null}
      </details>
    </li>
  );
}

function describeState(state: string): string {
  switch (state) {
    case "unknown":
      return "“I don’t know that”";
    case "unavailable":
      return "The AI service gave no answer.";
    case "no-minutes":
      return "No guide minutes were left.";
    case "unheard":
      return "The question wasn't understood.";
    default:
      return "Not answered.";
  }
}
