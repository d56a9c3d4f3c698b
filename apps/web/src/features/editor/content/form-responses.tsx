import { listFormResponses } from "@blueprint/contract/form-answers";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { pagedQuery } from "../../../lib/data-query.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toResponsesCsv } from "./form-responses-csv.ts";

const fetchPage = (blueprintId: BlueprintId, anchorId: string, cursor: string | undefined) =>
  api(listFormResponses, {
    params: { blueprintId, anchorId },
    query: cursor === undefined ? {} : { cursor },
  });

/** Visitors' responses to this form, with a CSV download. */
export function FormResponses({
  blueprintId,
  anchorId,
  title,
}: {
  readonly blueprintId: BlueprintId;
  readonly anchorId: string;
  readonly title: string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        View answers
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Answers to ${title === "" ? "this form" : title}`}
        width="wide"
      >
        <ResponseList blueprintId={blueprintId} anchorId={anchorId} title={title} />
      </Dialog>
    </>
  );
}

function ResponseList({
  blueprintId,
  anchorId,
  title,
}: {
  readonly blueprintId: BlueprintId;
  readonly anchorId: string;
  readonly title: string;
}) {
  const list = useInfiniteQuery(pagedQuery(listFormResponses, { params: { blueprintId, anchorId }, query: {} }));
  const save = useMutation({
    mutationFn: async () => {
      const all = [];
      let cursor: string | undefined;
      do {
        const page = await fetchPage(blueprintId, anchorId, cursor);
        all.push(...page.responses);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      downloadText(`${title === "" ? "form" : title} answers.csv`, "text/csv", toResponsesCsv(all));
    },
  });
  if (list.error !== null) return <Notice tone="danger">{readableError(list.error)}</Notice>;
  if (list.data === undefined) return <Spinner label="Loading answers" />;
  const responses = list.data.pages.flatMap((page) => page.responses);
  const total = list.data.pages[0]?.total ?? 0;
  if (total === 0) return <p className="text-ink-soft">No answers yet. The form takes answers once it's published.</p>;
  return (
    <div className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-ink-soft">{formatAmount(total, "response")}</p>
        <Button size="small" busy={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden="true" strokeWidth={1.5} />
          Save as CSV
        </Button>
      </div>
      {save.error === null ? null : <Notice tone="danger">{readableError(save.error)}</Notice>}
      <ol className="grid gap-3">
        {responses.map(({ id, sentAt, answers }) => (
          <li key={id} className="rounded-sharp border border-hairline p-3">
            <p className="font-mono text-caption text-ink-soft">{formatDateTime(sentAt)}</p>
            <dl className="mt-1.5 grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              {Object.entries(answers).map(([questionId, { label, answer }]) => (
                <div key={questionId} className="contents">
                  <dt className="break-words text-ink-soft">{label}</dt>
                  <dd className="break-words whitespace-pre-line">{toWords(answer)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      {list.hasNextPage ? (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

function toWords(answer: string | number | boolean | readonly string[]): string {
  if (typeof answer === "boolean") return answer ? "Yes" : "No";
  return typeof answer === "object" ? answer.join(", ") : String(answer);
}
