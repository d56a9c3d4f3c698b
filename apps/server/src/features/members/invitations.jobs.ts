import type { AppContext } from "../../platform/app-context.ts";
import { deleteTextsBefore } from "./invitation-texts.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "remove-counted-invitations": Record<string, never>;
  }
}

const dayMs = 24 * 3600 * 1000;

/** Deletes counts of the previous day, which no longer apply. */
export async function removeCountedInvitations({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  await deleteTextsBefore(db, new Date(clock.now().getTime() - dayMs));
}
