import type { AppContext } from "../../platform/app-context.ts";
import type { JobPayloads } from "../../platform/jobs/job-queue.ts";
import type { JobRun } from "../../platform/jobs/job-runner.ts";
import { readStoredDocument } from "./documents.service.ts";
import { rebuildKnowledge } from "./knowledge.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "read-document": { teamId: string; fileId: string; blueprintId: string; version: number };
    "rebuild-knowledge": { blueprintId: string; version: number };
    "remove-old-drafts": Record<string, never>;
  }
}

/** Documents of a version are read one after another: it is built again once, after the last of them. */
const quietMs = 1_000;

/** Reads a document that a version shows, and has it made searchable there. */
export async function readDocument(
  context: AppContext,
  { teamId, fileId, blueprintId, version }: JobPayloads["read-document"],
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  await readStoredDocument(context, teamId, fileId, signal);
  const key = `rebuild-knowledge:${blueprintId}:${version}`;
  const runAt = new Date(context.clock.now().getTime() + quietMs);
  await context.jobs.enqueue(context.db, "rebuild-knowledge", { blueprintId, version }, { key, runAt });
}

export async function rebuildPlaceKnowledge(
  context: AppContext,
  { blueprintId, version }: JobPayloads["rebuild-knowledge"],
): Promise<void> {
  await context.db.transaction((tx) => rebuildKnowledge(context, tx, blueprintId, version));
}
