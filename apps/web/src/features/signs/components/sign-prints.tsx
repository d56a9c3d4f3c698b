import type { BlueprintId } from "@blueprint/contract/ids";
import type { SignPrint } from "@blueprint/contract/signs";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { complain } from "../../../lib/complain.ts";
import { formatBytes, formatDate, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { describePrintProblem, namePrint, toDistance } from "../sign-words.ts";
import { signPrintsQuery, useCancelPrint } from "../signs.queries.ts";

/** The last sheets of signs: those that are being made, and their files. */
export function SignPrints({
  blueprintId,
  canPublish,
}: {
  readonly blueprintId: BlueprintId;
  readonly canPublish: boolean;
}) {
  const { data: prints, error } = useQuery(signPrintsQuery(blueprintId));
  if (error !== null) return <Notice tone="danger">{readableError(error)}</Notice>;
  if (prints === undefined || prints.length === 0) return null;
  return (
    <section aria-labelledby="sign-sheets" className="grid gap-3">
      <h2 id="sign-sheets" className="text-lead font-strong">
        Sheets
      </h2>
      <p className="max-w-prose text-ink-soft text-pretty">
        Two independent decoders read every code from the finished sheet, as a phone sees it from the reading distance,
        before you can download it. Print at 100%, without fitting to the page.
      </p>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {prints.map((print) => (
          <li key={print.id}>
            <PrintItem blueprintId={blueprintId} print={print} canPublish={canPublish} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PrintItem({
  blueprintId,
  print,
  canPublish,
}: {
  readonly blueprintId: BlueprintId;
  readonly print: SignPrint;
  readonly canPublish: boolean;
}) {
  const cancel = useCancelPrint(blueprintId, print.id);
  const { sheet, signCount, checkedCount, endedAt, problem, files } = print;
  const isMaking = endedAt === null;
  return (
    <article aria-label={namePrint(print)} className="grid gap-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid gap-0.5">
          <h3 className="font-strong">{namePrint(print)}</h3>
          <p className="text-caption text-ink-soft">
            {`${print.fileKind.toUpperCase()}, read from ${toDistance(sheet.readingDistanceMm)}, ${formatDateTime(print.createdAt)}`}
            {files.length === 0 ? "" : `. Kept until ${formatDate(print.expiresAt)}`}
          </p>
        </div>
        {canPublish ? (
          <Button
            size="small"
            variant="quiet"
            busy={cancel.isPending}
            onClick={() =>
              runMutation(cancel, undefined, { onError: (failure) => complain("Sheets not removed", failure) })
            }
          >
            {isMaking ? "Cancel" : "Remove"}
          </Button>
        ) : null}
      </div>
      {isMaking ? (
        <div className="grid gap-1.5" role="status">
          <ProgressBar
            label={`Sheets of ${namePrint(print)}`}
            fraction={signCount === 0 ? 0 : checkedCount / signCount}
          />
          <span className="text-caption text-ink-soft tabular-nums">{`${checkedCount.toLocaleString("en")} of ${signCount.toLocaleString("en")} codes read`}</span>
        </div>
      ) : null}
      {problem === null ? null : <Notice tone="danger">{describePrintProblem(problem, print)}</Notice>}
      {files.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {files.map(({ name, url, sizeBytes }) => (
            <li key={url}>
              <Button size="small" asChild>
                <a href={url} download={name}>
                  <Download aria-hidden="true" strokeWidth={1.5} />
                  {`${name} (${formatBytes(sizeBytes)})`}
                </a>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
