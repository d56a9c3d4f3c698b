import type { TeamId, WorkflowRunId } from "@blueprint/contract/ids";
import type { TeamEventType } from "@blueprint/contract/webhooks";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { insertRuns, listWorkflowIdsFor, type NewRun } from "./workflow-outbox.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "run-workflow": { runId: WorkflowRunId };
  }
}

/**
 * Records, in the transaction of an event, which workflows it triggers: each gets one run, exactly if that commits.
 * Actions of workflows are not recorded here, so none triggers another.
 */
export async function recordWorkflowRuns(
  tx: Tx,
  { clock, ids, jobs }: Pick<AppContext, "clock" | "ids" | "jobs">,
  teamId: TeamId,
  event: TeamEventType,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const blueprintId = typeof facts.blueprintId === "string" ? facts.blueprintId : null;
  const workflowIds = await listWorkflowIdsFor(tx, teamId, event, blueprintId);
  if (workflowIds.length === 0) return;
  const eventId = ids.uuid();
  const createdAt = clock.now();
  const runs = workflowIds.map(
    (workflowId): NewRun => ({ id: ids.uuid(), workflowId, eventId, event, facts, state: "waiting", createdAt }),
  );
  await insertRuns(tx, runs);
  for (const { id, workflowId } of runs) {
    // Runs of one workflow are sequential, so that they can be counted.
    const options = { key: `run-workflow:${id}`, queue: `workflow:${workflowId}` };
    await jobs.enqueue(tx, "run-workflow", { runId: id as WorkflowRunId }, options);
  }
}
