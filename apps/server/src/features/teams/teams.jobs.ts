import type { AppContext } from "../../platform/app-context.ts";
import { deleteTeamRows, listBytesOfTeam, listTeamsBinnedUntil } from "./team-bin.repository.ts";
import { binKeptMs } from "./team-bin.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Removes teams for good that were in the bin for `binKeptDays`. Runs daily. */
    "remove-binned-teams": Record<string, never>;
  }
}

/**
 * Removes for good what was in the bin for 30 days. Bytes go first: a crash in between leaves the rows, by which the
 * next run finds the rest. @returns how many teams went
 */
export async function removeBinnedTeams(context: AppContext): Promise<number> {
  const { db, clock, storage } = context;
  const due = await listTeamsBinnedUntil(db, new Date(clock.now().getTime() - binKeptMs));
  for (const teamId of due) {
    const { keys, scanIds } = await listBytesOfTeam(db, teamId);
    for (const key of keys) await storage.delete(key);
    for (const scanId of scanIds) await storage.deletePrefix(`deliveries/${scanId}/`);
    await storage.deletePrefix(`teams/${teamId}/`);
    await db.transaction((tx) => deleteTeamRows(tx, teamId));
  }
  return due.length;
}
