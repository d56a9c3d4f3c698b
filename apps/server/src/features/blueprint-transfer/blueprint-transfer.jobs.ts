import type { TeamId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { readSceneReferences } from "../scene/scene-references.service.ts";
import { isFileInUse } from "../uploads/stored-files.service.ts";
import { deleteFiles, listBlueprintIds } from "./blueprint-transfer.repository.ts";

/**
 * Removes files from the team that a blueprint left. Keeps what another blueprint of the team refers to, or ever did,
 * and everything when the blueprint came back. Idempotent.
 */
export async function removeMovedFiles(
  context: AppContext,
  { teamId, fileIds }: { teamId: TeamId; fileIds: readonly string[] },
): Promise<void> {
  const { db, jobs } = context;
  const unused = new Set(fileIds);
  for (const id of await listBlueprintIds(db, teamId)) {
    const { ids } = await readSceneReferences(db, id);
    for (const fileId of unused) if (ids.has(fileId)) unused.delete(fileId);
    if (unused.size === 0) return;
  }
  await db.transaction(async (tx) => {
    const removable: string[] = [];
    for (const fileId of unused) if (!(await isFileInUse(tx, teamId, fileId))) removable.push(fileId);
    for (const storageKey of await deleteFiles(tx, teamId, removable))
      await jobs.enqueue(tx, "remove-stored-bytes", { storageKey }, { key: `remove:${storageKey}` });
  });
}
