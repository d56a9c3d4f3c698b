import type { AppContext } from "../../platform/app-context.ts";
import type { JobRun } from "../../platform/jobs/job-runner.ts";
import { readStoredDocument } from "./documents.service.ts";
import { rebuildKnowledge } from "./knowledge.service.ts";

/** Reads a document that a version shows, and makes it searchable there. */
export async function readDocument(
  context: AppContext,
  { teamId, fileId, blueprintId, version }: { teamId: string; fileId: string; blueprintId: string; version: number },
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  await readStoredDocument(context, teamId, fileId, signal);
  await context.db.transaction((tx) => rebuildKnowledge(context, tx, blueprintId, version));
}
