import type { WorkflowRunId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { AppContext } from "../../platform/app-context.ts";
import { type ActOutcome, performAct } from "./workflow-acts.service.ts";
import { countRunsSince, deleteRunsBefore, endRun, lockWaitingRun } from "./workflows.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Forgets runs of longer ago than `workflowLogKeptDays`. Runs daily. */
    "remove-old-workflow-runs": Record<string, never>;
  }
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type RunEnd = Pick<ActOutcome, "result" | "deliveryId"> & { state: ActOutcome["state"] | "skipped" };
const skipped = (result: string): RunEnd => ({ state: "skipped", result });

/**
 * Does one run once: what it does and that it is done are written in one transaction, so a server that dies in between
 * leaves it as it was, and the job comes again.
 */
export async function runWorkflow(context: AppContext, runId: WorkflowRunId, isLastAttempt: boolean): Promise<void> {
  const { db, clock } = context;
  try {
    await db.transaction(async (tx) => {
      const found = await lockWaitingRun(tx, runId);
      if (found === null) return;
      const { run, workflow, teamDeletedAt } = found;
      const ranAt = clock.now();
      const act = async (): Promise<RunEnd> => {
        if (teamDeletedAt !== null) return skipped("The team is in the bin. Nothing was done.");
        if (!workflow.isEnabled) return skipped("The workflow was switched off before its turn. Nothing was done.");
        const recent = await countRunsSince(tx, workflow.id, new Date(ranAt.getTime() - hourMs));
        if (recent >= limits.workflowRunsPerHourMax)
          return skipped(`It ran ${limits.workflowRunsPerHourMax} times within an hour. This time nothing was done.`);
        return await performAct(tx, context, workflow, { event: run.event, facts: run.facts, testedBy: null });
      };
      await endRun(tx, runId, { ...(await act()), ranAt });
    });
  } catch (error) {
    if (isLastAttempt) {
      const result = "It failed on our side every time it was tried. Nothing was done.";
      await endRun(db, runId, { state: "failed", result, ranAt: clock.now() });
    }
    throw error;
  }
}

export async function removeOldRuns({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  await deleteRunsBefore(db, new Date(clock.now().getTime() - limits.workflowLogKeptDays * dayMs));
}
