import type { InstallationSettings } from "@blueprint/contract/installation-settings";
import { desc, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { installationChanges, installationSettings } from "../../db/schema/installation-settings.ts";

export interface StoredSettings {
  version: number;
  settings: Partial<InstallationSettings>;
}

export async function findSettings(tx: Tx): Promise<StoredSettings | null> {
  const { version, settings } = installationSettings;
  const [row] = await tx.select({ version, settings }).from(installationSettings);
  return row ?? null;
}

/** Serializes changes of the settings until this transaction ends; a table lock, because the row may not exist yet. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${installationSettings} in share row exclusive mode`);
}

export async function saveSettings(tx: Tx, row: StoredSettings & { updatedAt: Date }): Promise<void> {
  await tx
    .insert(installationSettings)
    .values(row)
    .onConflictDoUpdate({ target: installationSettings.isTheOne, set: row });
}

export async function insertChange(tx: Tx, change: typeof installationChanges.$inferInsert): Promise<void> {
  await tx.insert(installationChanges).values(change);
}

export async function listChanges(tx: Tx, limit: number): Promise<(typeof installationChanges.$inferSelect)[]> {
  return await tx
    .select()
    .from(installationChanges)
    .orderBy(desc(installationChanges.at), desc(installationChanges.id))
    .limit(limit);
}
