import type { AppContext } from "../../platform/app-context.ts";
import { deleteExpired } from "./account.repository.ts";
import { removeForgottenAttempts } from "./attempts.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "remove-expired-proofs": Record<string, never>;
  }
}

/** Deletes expired links, challenges and counters. */
export async function removeExpiredProofs(context: Pick<AppContext, "db" | "clock">): Promise<void> {
  await deleteExpired(context.db, context.clock.now());
  await removeForgottenAttempts(context);
}
