import type { AppContext } from "../../platform/app-context.ts";
import { isKeyInUse } from "./objects.repository.ts";

export async function removeStoredBytes(context: AppContext, storageKey: string): Promise<void> {
  if (await isKeyInUse(context.db, storageKey)) return;
  await context.storage.delete(storageKey);
}

export async function removeStoredFolder(context: AppContext, prefix: string): Promise<void> {
  await context.storage.deletePrefix(prefix);
}
