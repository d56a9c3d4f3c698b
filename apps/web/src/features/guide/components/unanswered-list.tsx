import type { UnansweredQuestion } from "@blueprint/contract/guide-questions";
import type { BlueprintId } from "@blueprint/contract/ids";
import { Link } from "@tanstack/react-router";
import { complain } from "../../../lib/complain.ts";
import { formatDate } from "../../../lib/format.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { Button } from "../../../ui/button.tsx";
import { describeAsked, useSettleQuestion } from "../guide-questions.ts";

/** What visitors asked and the place didn't answer, the most frequent first. */
export function UnansweredList({
  blueprintId,
  mayEdit,
  areKept,
  questions,
  total,
}: {
  readonly blueprintId: BlueprintId;
  readonly mayEdit: boolean;
  readonly areKept: boolean;
  readonly questions: readonly UnansweredQuestion[];
  readonly total: number;
}) {
  if (questions.length === 0) return areKept ? <p className="text-ink-soft">None so far.</p> : null;
  return (
    <>
      <ul aria-label="Without an answer" className="grid gap-2">
        {questions.map((question) => (
          <UnansweredItem key={question.id} blueprintId={blueprintId} mayEdit={mayEdit} unanswered={question} />
        ))}
      </ul>
      {total > questions.length ? (
        <p className="text-caption text-ink-soft">
          The {questions.length} most frequent of {total.toLocaleString("en")}.
        </p>
      ) : null}
    </>
  );
}

function UnansweredItem({
  blueprintId,
  mayEdit,
  unanswered,
}: {
  readonly blueprintId: BlueprintId;
  readonly mayEdit: boolean;
  readonly unanswered: UnansweredQuestion;
}) {
  const { id, question, lastAskedAt } = unanswered;
  const settle = useSettleQuestion(blueprintId);
  const remove = () =>
    runMutation(settle, id, {
      onError: (error) => complain("Couldn't remove the question", error),
    });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sharp border border-line bg-sheet px-4 py-3">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1">
        <h4 className="font-strong break-words">{question}</h4>
        <p className="text-caption text-pretty text-ink-soft">
          {describeAsked(unanswered)}. Last on {formatDate(lastAskedAt)}.
        </p>
      </div>
      {mayEdit ? (
        <span className="flex flex-wrap gap-2">
          <Button size="small" asChild>
            <Link
              to="/blueprint-editor/{-$id}"
              params={{ id: blueprintId }}
              hash={`question=${encodeURIComponent(question)}`}
              aria-label={`Make an anchor: ${question}`}
            >
              Make an anchor
            </Link>
          </Button>
          <Button
            size="small"
            variant="quiet"
            busy={settle.isPending}
            aria-label={`Done: ${question}`}
            onClick={remove}
          >
            Done
          </Button>
        </span>
      ) : null}
    </li>
  );
}
