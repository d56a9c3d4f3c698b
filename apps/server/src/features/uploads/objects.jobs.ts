import type { AppContext } from "../../platform/app-context.ts";
import { isKeyInUse } from "./objects.repository.ts";

export async function removeStoredBytes(context: AppContext, storageKey: string): Promise<void> {
  if (await isKeyInUse(context.db, storageKey)) return;
  await context.storage.delete(storageKey);
}

/** Whoever deleted the bytes knew that nothing needs them: the original of a removed scan keeps its row. */
export async function removeAfterBackup({ storage }: AppContext, keyOrPrefix: string): Promise<void> {
  if (keyOrPrefix.endsWith("/")) await storage.deletePrefix(keyOrPrefix);
  else await storage.delete(keyOrPrefix);
}
