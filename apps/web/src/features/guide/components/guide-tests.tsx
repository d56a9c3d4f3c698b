import {
  type GuideTest,
  type GuideTestResult,
  type GuideTestRun,
  guideTestsMax,
} from "@blueprint/contract/guide-tests";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { guideTestsQuery, isDraftTested, useRunTests } from "../../../lib/guide-test-runs.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { describeExpected, describeResult, type SourceOption, useRemoveTest } from "../guide-tests.ts";
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
          Test questions
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
        <ul aria-label="Test questions" className="grid gap-2">
          {tests.map((test) => (
            <TestItem
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
        <p className="text-caption text-ink-soft">{guideTestsMax} test questions are the most a blueprint can have.</p>
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
    run.mutate(withAnswers, { onError: (error) => complain("Couldn't start the tests", error) });
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

const outcomeWords: Readonly<Record<GuideTestResult["outcome"], readonly [string, BadgeTone]>> = {
  passed: ["Passed", "good"],
  failed: ["Failed", "danger"],
  undecided: ["Undecided", "attention"],
};

function TestItem({
  blueprintId,
  mayRemove,
  test: { id, question, expects },
  sources,
  result,
}: {
  readonly blueprintId: BlueprintId;
  readonly mayRemove: boolean;
  readonly test: GuideTest;
  readonly sources: readonly SourceOption[];
  readonly result: GuideTestResult | undefined;
}) {
  const remove = useRemoveTest(blueprintId);
  const [word, tone] = result === undefined ? (["Not tested yet", "neutral"] as const) : outcomeWords[result.outcome];
  const came = result === undefined ? null : describeResult(result);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sharp border border-line bg-sheet px-4 py-3">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1">
        <h3 className="flex flex-wrap items-center gap-2 font-strong">
          <span className="min-w-0 break-words">{question}</span>
          <Badge tone={tone}>{word}</Badge>
        </h3>
        <p className="break-words text-pretty text-ink-soft">{describeExpected(expects, sources)}</p>
        {came === null ? null : <p className="text-caption break-words text-pretty text-ink-soft">{came}</p>}
      </div>
      {mayRemove ? (
        <Button
          size="small"
          variant="quiet"
          busy={remove.isPending}
          aria-label={`Remove: ${question}`}
          onClick={() =>
            remove.mutate(id, { onError: (error) => complain("Couldn't remove the test question", error) })
          }
        >
          Remove
        </Button>
      ) : null}
    </li>
  );
}

function complain(title: string, error: Error): void {
  toasts.add({ title, description: readableError(error), variant: "destructive" });
}
