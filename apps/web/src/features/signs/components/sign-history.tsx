import type { BlueprintId, SignId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { describeEvent, reasonWords } from "../sign-words.ts";
import { signHistoryQuery } from "../signs.queries.ts";

/** What happened to a sign, newest first. */
export function SignHistory({ blueprintId, signId }: { readonly blueprintId: BlueprintId; readonly signId: SignId }) {
  const { data: events, error } = useQuery(signHistoryQuery(blueprintId, signId));
  return (
    <section aria-labelledby="sign-history" className="grid gap-3 border-t border-hairline pt-5">
      <h3 id="sign-history" className="font-strong">
        History
      </h3>
      {error === null ? null : <Notice tone="danger">{readableError(error)}</Notice>}
      {events === undefined ? (
        error === null ? (
          <Skeleton className="h-16" />
        ) : null
      ) : (
        <ol className="grid gap-2">
          {events.map((event) => (
            <li key={`${event.kind} ${event.at}`} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <time dateTime={event.at} className="text-ink-soft tabular-nums">
                {formatDateTime(event.at)}
              </time>
              <span className="min-w-0 break-words">
                {describeEvent(event)}
                {event.reason === null || event.reason === "not-hung" ? "" : `. ${reasonWords[event.reason]}`}
                {event.note === "" ? "" : `: ${event.note}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
