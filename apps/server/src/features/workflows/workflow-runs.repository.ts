import type { TeamId } from "@blueprint/contract/ids";
import type { TeamEventType } from "@blueprint/contract/webhooks";
import { and, eq, isNull, or } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { workflowRuns, workflows } from "../../db/schema/workflows.ts";

type NewRun = typeof workflowRuns.$inferInsert;

/** Unscoped on purpose: the event was recorded in this team. Locked until the transaction ends. */
export async function listWorkflowIdsFor(
  tx: Tx,
  teamId: TeamId,
  event: TeamEventType,
  blueprintId: string | null,
): Promise<string[]> {
  const isOfBlueprint = blueprintId === null ? undefined : eq(workflows.blueprintId, blueprintId);
  const rows = await tx
    .select({ id: workflows.id })
    .from(workflows)
    .where(
      and(
        eq(workflows.teamId, teamId),
        eq(workflows.event, event),
        eq(workflows.isEnabled, true),
        or(isNull(workflows.blueprintId), isOfBlueprint),
      ),
    )
    .for("key share");
  return rows.map(({ id }) => id);
}

/** @returns those that did not exist */
export async function insertRuns(tx: Tx, runs: NewRun[]): Promise<Pick<NewRun, "id" | "workflowId">[]> {
  if (runs.length === 0) return [];
  const { id, workflowId } = workflowRuns;
  return await tx.insert(workflowRuns).values(runs).onConflictDoNothing().returning({ id, workflowId });
}
