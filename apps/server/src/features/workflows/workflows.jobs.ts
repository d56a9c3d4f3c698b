import type { WorkflowRunId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { AppContext } from "../../platform/app-context.ts";
import { type ActOutcome, performAct } from "./workflow-acts.service.ts";
import { countRunsSince, deleteRunsBefore, endRun, lockWaitingRun } from "./workflows.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Deletes runs older than `workflowLogKeptDays`. Runs daily. */
    "remove-old-workflow-runs": Record<string, never>;
  }
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type RunEnd = Pick<ActOutcome, "result" | "deliveryId"> & { state: ActOutcome["state"] | "skipped" };
const skipped = (result: string): RunEnd => ({ state: "skipped", result });

/**
 * Performs one run exactly once: the action and its completion are written in one transaction, so a crash leaves the
 * run unchanged, and the job runs again.
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
        if (teamDeletedAt !== null) return skipped("The team is in the bin, so nothing was done.");
        if (!workflow.isEnabled) return skipped("The workflow was turned off before it ran. Nothing was done.");
        const recent = await countRunsSince(tx, workflow.id, new Date(ranAt.getTime() - hourMs));
        if (recent >= limits.workflowRunsPerHourMax)
          return skipped(
            `It already ran ${limits.workflowRunsPerHourMax} times in the last hour, so nothing was done this time.`,
          );
        return await performAct(tx, context, workflow, { event: run.event, facts: run.facts, testedBy: null });
      };
      await endRun(tx, runId, { ...(await act()), ranAt });
    });
  } catch (error) {
    if (isLastAttempt) {
      const result = "It kept failing on our side. Nothing was done.";
      await endRun(db, runId, { state: "failed", result, ranAt: clock.now() });
    }
    throw error;
  }
}

export async function removeOldRuns({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  await deleteRunsBefore(db, new Date(clock.now().getTime() - limits.workflowLogKeptDays * dayMs));
}
