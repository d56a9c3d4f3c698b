import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import {
  deleteBlueprintRows,
  listBlueprintsBinnedUntil,
  listBytesOfBlueprint,
  lockBlueprintBinnedUntil,
} from "./blueprint-bin.repository.ts";
import { binKeptMs } from "./blueprints.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Deletes blueprints for good after `binKeptDays` in the bin. Runs daily. */
    "remove-binned-blueprints": Record<string, never>;
  }
}

/**
 * Deletes for good what was in the bin for 30 days; files of anchors stay with the team. Bytes go first: a crash in
 * between leaves the row, from which the next run finds the rest. @returns how many blueprints were deleted
 */
export async function removeBinnedBlueprints(context: AppContext): Promise<number> {
  const { db, clock, storage } = context;
  const until = new Date(clock.now().getTime() - binKeptMs);
  let removed = 0;
  for (const id of await listBlueprintsBinnedUntil(db, until)) {
    const isRemoved = await db.transaction(async (tx) => {
      const blueprint = await lockBlueprintBinnedUntil(tx, id, until);
      if (blueprint === null) return false;
      const { originalKeys, scanIds } = await listBytesOfBlueprint(tx, id);
      for (const key of originalKeys) await storage.delete(key);
      for (const scanId of scanIds) await storage.deletePrefix(`deliveries/${scanId}/`);
      await storage.deletePrefix(`signs/${id}/`);
      await deleteBlueprintRows(tx, id, originalKeys);
      const subject = { id, name: blueprint.name };
      await recordEvent(tx, context, { actor: null, teamId: blueprint.teamId, type: "blueprint.removed", subject });
      return true;
    });
    if (isRemoved) removed++;
  }
  return removed;
}
