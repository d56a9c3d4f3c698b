import type { AuditAction } from "@blueprint/contract/audit";
import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { addUse } from "./users.repository.ts";

/** Something a person did that their profile tells of (spec §3). */
export type Use =
  | { readonly kind: "act"; readonly userId: UserId; readonly action: AuditAction }
  | { readonly kind: "upload"; readonly userId: UserId; readonly fileId: string }
  | { readonly kind: "connection"; readonly userId: UserId; readonly blueprintId: BlueprintId };

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Notes a use in its person's profile. In a job: acts lock other rows in orders of their own. */
    "note-use": Use;
  }
}

/** What happens to somebody is no use of theirs. */
const notUsed: ReadonlySet<AuditAction> = new Set(["account.new-device"]);
const mostUsedMax = 5;

/** Call it in the transaction of what was done: the profile tells of it exactly if it happened. */
export async function recordUse(tx: Tx, { jobs }: Pick<AppContext, "jobs">, use: Use): Promise<void> {
  if (use.kind === "act" && notUsed.has(use.action)) return;
  // Whoever comes and goes in one document is connected to it once.
  const key = use.kind === "connection" ? { key: `note-use:${use.userId}:${use.blueprintId}` } : {};
  await jobs.enqueue(tx, "note-use", use, key);
}

export async function noteUse({ db }: Pick<AppContext, "db">, use: Use): Promise<void> {
  const noted = {
    feature: use.kind === "act" ? use.action : use.kind === "upload" ? "file.uploaded" : null,
    uploadedFileId: use.kind === "upload" ? use.fileId : null,
    connectedBlueprintId: use.kind === "connection" ? use.blueprintId : null,
    isShared: use.kind === "act" && use.action === "blueprint.published",
  };
  await addUse(db, use.userId, noted, limits.profileIdsMax, mostUsedMax);
}
