import { unansweredKeptDays } from "@blueprint/contract/guide-questions";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { guideQuery } from "../../../lib/live-ai/guide.queries.ts";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { guideRatesQuery, ratedDays, unansweredQuery } from "../guide-questions.ts";
import { DraftCheckbox } from "./draft-checkbox.tsx";
import { GuideRatesTable } from "./guide-rates-table.tsx";
import { UnansweredList } from "./unanswered-list.tsx";

/** What visitors ask a place: how much of it is answered, and what isn't. */
export function VisitorQuestions({
  blueprintId,
  areKept,
  onKeep,
}: {
  readonly blueprintId: BlueprintId;
  /** Whether the draft says that unanswered questions are kept. */
  readonly areKept: boolean;
  /** Null for people who may only look. */
  readonly onKeep: ((keep: boolean) => void) | null;
}) {
  const { data: guide } = useQuery(guideQuery);
  const rates = useQuery(guideRatesQuery(blueprintId));
  const unanswered = useQuery(unansweredQuery(blueprintId));
  const failed = [rates, unanswered].find(({ error }) => error !== null);
  return (
    <section aria-labelledby="visitor-questions" className="grid content-start gap-4">
      <div className="grid gap-1">
        <h2 id="visitor-questions" className="text-lead font-strong">
          What visitors ask
        </h2>
        <p className="text-caption text-ink-soft">
          The last {ratedDays} days (UTC). Your team’s own questions aren’t counted.
        </p>
      </div>
      {failed?.error ? <ErrorPanel message={failed.error.message} onRetry={() => void failed.refetch()} /> : null}
      {rates.data === undefined ? null : <GuideRatesTable rates={rates.data} hasAnswers={guide?.service != null} />}
      <h3 className="font-strong">Questions without an answer</h3>
      {onKeep === null ? null : (
        <DraftCheckbox
          label="Keep them for the team"
          hint={`For ${unansweredKeptDays} days, without email addresses, long numbers or who asked. The guide tells visitors. Turning this off deletes them when you publish.`}
          checked={areKept}
          onChange={onKeep}
        />
      )}
      {unanswered.data === undefined ? null : (
        <UnansweredList
          blueprintId={blueprintId}
          mayEdit={onKeep !== null}
          areKept={areKept}
          questions={unanswered.data.questions}
          total={unanswered.data.total}
        />
      )}
    </section>
  );
}
