import type { WorkflowRunId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { deriveId } from "../../platform/events/derive-id.ts";
import { type EventListener, hearAll } from "../../platform/events/event-listener.ts";
import { heardTypes, toTeamEvent } from "../programs/team-events.service.ts";
import { insertRuns, listWorkflowIdsFor } from "./workflow-runs.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "run-workflow": { runId: WorkflowRunId };
  }
}

/** Gives each workflow that an event triggers one run. Their actions record no such event, so none triggers another. */
export function createWorkflowsListener({ jobs }: Pick<AppContext, "jobs">): EventListener {
  return {
    name: "workflows",
    hears: hearAll(heardTypes, async (tx, heard) => {
      const triggering = toTeamEvent(heard);
      if (triggering === null) return;
      const { type: event, data: facts } = triggering;
      const blueprintId = typeof facts.blueprintId === "string" ? facts.blueprintId : null;
      const workflowIds = await listWorkflowIdsFor(tx, heard.teamId, event, blueprintId);
      const run = { eventId: heard.id, event, facts, state: "waiting", createdAt: heard.at } as const;
      const runs = workflowIds.map((workflowId) => ({ ...run, id: deriveId(heard.id, workflowId), workflowId }));
      for (const { id, workflowId } of await insertRuns(tx, runs)) {
        // Runs of one workflow are sequential, so that they can be counted.
        const options = { key: `run-workflow:${id}`, queue: `workflow:${workflowId}` };
        await jobs.enqueue(tx, "run-workflow", { runId: id as WorkflowRunId }, options);
      }
    }),
  };
}
