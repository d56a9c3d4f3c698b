import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatDateTime } from "../../../lib/format.ts";
import { describeRun, guideTestsQuery, isDraftTested, useRunTests } from "../../../lib/guide-test-runs.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { useCurrentDocument } from "../use-editor-room.ts";

/** What the draft's guide answers of the team's guide tests; nothing where there are none. */
export function GuideTestNote({ blueprintId }: { readonly blueprintId: BlueprintId }) {
  const { data } = useQuery(guideTestsQuery(blueprintId));
  const { unsavedCount } = useCurrentDocument();
  const run = useRunTests(blueprintId);
  if (data === undefined || data.tests.length === 0) return null;
  const last = data.runs.find(({ version }) => version === null);
  const isBusy = unsavedCount > 0 || run.isPending || isDraftTested(data.runs);
  return (
    <section
      aria-label="Guide tests"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sharp border border-line px-3 py-2"
    >
      <div className="grid min-w-0 flex-[1_1_14rem] gap-0.5">
        <p role="status">
          <span className="font-strong">Guide tests:</span>{" "}
          {last === undefined ? "not asked of the draft yet" : describeRun(last)}
        </p>
        <p className="text-caption text-ink-soft">
          {last === undefined ? null : <>Asked on {formatDateTime(last.startedAt)}. </>}
          <Link
            to="/blueprints/$id/ai-studio"
            params={{ id: blueprintId }}
            className="text-accent underline underline-offset-2"
          >
            See them in the AI studio
          </Link>
        </p>
        {run.error === null ? null : (
          <p role="alert" className="text-caption text-danger">
            {readableError(run.error)}
          </p>
        )}
      </div>
      <Button size="small" busy={isBusy} onClick={() => run.mutate(false)}>
        Test the draft
      </Button>
    </section>
  );
}
