import type { AppContext } from "../../platform/app-context.ts";
import { deleteUnusedWords } from "./discover-search.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Forgets words that no public place has any more. Runs daily. */
    "remove-unused-words": Record<string, never>;
  }
}

export async function removeUnusedWords({ db }: Pick<AppContext, "db">): Promise<void> {
  await deleteUnusedWords(db);
}
