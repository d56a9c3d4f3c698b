import type { GuideTest, GuideTestResult } from "@blueprint/contract/guide-tests";
import type { BlueprintId } from "@blueprint/contract/ids";
import { complain } from "../../../lib/complain.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { describeExpected, describeResult, type SourceOption, useRemoveTest } from "../guide-tests.ts";

const outcomeWords: Readonly<Record<GuideTestResult["outcome"], readonly [string, BadgeTone]>> = {
  passed: ["Passed", "good"],
  failed: ["Failed", "danger"],
  undecided: ["Undecided", "attention"],
};

/** A guide test with what came of it last. */
export function GuideTestItem({
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
  const takeAway = () =>
    runMutation(remove, id, {
      onError: (error) => complain("Couldn't remove the test", error),
    });
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
          className="max-sm:-ml-2.5"
          busy={remove.isPending}
          aria-label={`Remove: ${question}`}
          onClick={takeAway}
        >
          Remove
        </Button>
      ) : null}
    </li>
  );
}
