import { type GuideTestResult, type GuideTestRun, guideTestsMax } from "@blueprint/contract/guide-tests";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { complain } from "../../../lib/complain.ts";
import { guideTestsQuery, isDraftTested, useRunTests } from "../../../lib/guide-test-runs.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import type { SourceOption } from "../guide-tests.ts";
import { GuideTestItem } from "./guide-test-item.tsx";
import { GuideTestRuns } from "./guide-test-runs.tsx";
import { NewGuideTest } from "./new-guide-test.tsx";

/** Questions by which a team tests what its guide answers, before visitors ask. */
export function GuideTests({
  blueprintId,
  mayTest,
  isDraftSaved,
  sources,
  service,
}: {
  readonly blueprintId: BlueprintId;
  readonly mayTest: boolean;
  /** A test of the draft waits until the server has it. */
  readonly isDraftSaved: boolean;
  readonly sources: readonly SourceOption[];
  /** Host of the AI service; null without one. */
  readonly service: string | null;
}) {
  const { data, error, refetch } = useQuery(guideTestsQuery(blueprintId));
  if (error !== null && data === undefined)
    return <ErrorPanel message={error.message} onRetry={() => void refetch()} />;
  if (data === undefined || (data.tests.length === 0 && !mayTest)) return null;
  const { tests, runs } = data;
  return (
    <section aria-labelledby="guide-tests" className="grid content-start gap-4">
      <div className="grid gap-1">
        <h2 id="guide-tests" className="text-lead font-strong">
          Guide tests
        </h2>
        <p className="max-w-prose text-caption text-pretty text-ink-soft">
          What the guide must answer, and what it must not. Each version is tested by search when it is published.
        </p>
      </div>
      {mayTest && tests.length > 0 ? (
        <RunButtons
          blueprintId={blueprintId}
          count={tests.length}
          service={service}
          isBusy={!isDraftSaved || isDraftTested(runs)}
        />
      ) : null}
      <GuideTestRuns runs={runs} />
      {tests.length === 0 ? null : (
        <ul aria-label="Guide tests" className="grid gap-2">
          {tests.map((test) => (
            <GuideTestItem
              key={test.id}
              blueprintId={blueprintId}
              mayRemove={mayTest}
              test={test}
              sources={sources}
              result={findLastResult(runs, test.id)}
            />
          ))}
        </ul>
      )}
      {mayTest && tests.length < guideTestsMax ? <NewGuideTest blueprintId={blueprintId} sources={sources} /> : null}
      {tests.length < guideTestsMax ? null : (
        <p className="text-caption text-ink-soft">A blueprint can have up to {guideTestsMax} tests.</p>
      )}
    </section>
  );
}

/** Runs are listed newest first. */
function findLastResult(runs: readonly GuideTestRun[], testId: string): GuideTestResult | undefined {
  for (const { results } of runs) {
    const result = results.find((one) => one.testId === testId);
    if (result !== undefined) return result;
  }
  return undefined;
}

function RunButtons({
  blueprintId,
  count,
  service,
  isBusy,
}: {
  readonly blueprintId: BlueprintId;
  readonly count: number;
  readonly service: string | null;
  readonly isBusy: boolean;
}) {
  const run = useRunTests(blueprintId);
  const start = (withAnswers: boolean) =>
    run.mutate(withAnswers, {
      onError: (error) => complain("Couldn't start the tests", error),
    });
  return (
    <div className="grid gap-2">
      <span className="flex flex-wrap gap-2">
        <Button busy={isBusy || run.isPending} onClick={() => start(false)}>
          Test the draft by search
        </Button>
        {service === null ? null : (
          <Button busy={isBusy || run.isPending} onClick={() => start(true)}>
            Test the draft with answers
          </Button>
        )}
      </span>
      {service === null ? null : (
        <p className="text-caption text-ink-soft">
          With answers, {count === 1 ? "1 question is" : `${count} questions are`} sent to {service}.
        </p>
      )}
    </div>
  );
}
