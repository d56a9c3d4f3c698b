import type { AuditAction } from "@blueprint/contract/audit";
import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { addUse } from "./users.repository.ts";

/** A user's action that counts in their profile (spec §3). */
export type Use =
  | { readonly kind: "act"; readonly userId: UserId; readonly action: AuditAction }
  | { readonly kind: "upload"; readonly userId: UserId; readonly fileId: string }
  | { readonly kind: "connection"; readonly userId: UserId; readonly blueprintId: BlueprintId };

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /**
     * Records a use in its user's profile. Runs as a job, because each action locks other rows in a different order.
     */
    "note-use": Use;
  }
}

const mostUsedMax = 5;

/** Call it in the transaction of the action: the profile counts it exactly if that commits. */
export async function recordUse(tx: Tx, { jobs }: Pick<AppContext, "jobs">, use: Use): Promise<void> {
  // Reconnects to one document count once.
  const key = use.kind === "connection" ? { key: `note-use:${use.userId}:${use.blueprintId}` } : {};
  await jobs.enqueue(tx, "note-use", use, key);
}

export async function noteUse({ db }: { db: Tx }, use: Use): Promise<void> {
  const noted = {
    feature: use.kind === "act" ? use.action : use.kind === "upload" ? "file.uploaded" : null,
    uploadedFileId: use.kind === "upload" ? use.fileId : null,
    connectedBlueprintId: use.kind === "connection" ? use.blueprintId : null,
    isShared: use.kind === "act" && use.action === "blueprint.published",
  };
  await addUse(db, use.userId, noted, limits.profileIdsMax, mostUsedMax);
}
