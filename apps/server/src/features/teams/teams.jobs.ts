import type { TeamId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { deleteTeamRows, listBytesOfTeam, listKeysOfOthers, listTeamsBinnedUntil } from "./team-bin.repository.ts";
import { binKeptMs } from "./team-bin.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Deletes teams for good after `binKeptDays` in the bin. Runs daily. */
    "remove-binned-teams": Record<string, never>;
  }
}

const keysAtOnce = 500;

/**
 * Deletes for good what was in the bin for 30 days. Bytes go first: a crash in between leaves the rows, from which the
 * next run finds the rest. @returns how many teams were deleted
 */
export async function removeBinnedTeams(context: AppContext): Promise<number> {
  const { db, clock, storage } = context;
  const due = await listTeamsBinnedUntil(db, new Date(clock.now().getTime() - binKeptMs));
  for (const teamId of due) {
    const { keys, scanIds, blueprintIds } = await listBytesOfTeam(db, teamId);
    for (const key of keys) await storage.delete(key);
    for (const scanId of scanIds) await storage.deletePrefix(`deliveries/${scanId}/`);
    for (const blueprintId of blueprintIds) await storage.deletePrefix(`signs/${blueprintId}/`);
    await removeLeftovers(context, teamId);
    await db.transaction((tx) => deleteTeamRows(tx, teamId));
  }
  return due.length;
}

/**
 * Removes bytes under a team's name that belong to no other: originals keep their keys when their blueprint moves away.
 */
async function removeLeftovers({ db, storage }: AppContext, teamId: TeamId): Promise<void> {
  let keys: string[] = [];
  const remove = async () => {
    const others = await listKeysOfOthers(db, teamId, keys);
    for (const key of keys) if (!others.has(key)) await storage.delete(key);
    keys = [];
  };
  for await (const { key } of storage.list(`teams/${teamId}/`)) {
    keys.push(key);
    if (keys.length >= keysAtOnce) await remove();
  }
  await remove();
}
