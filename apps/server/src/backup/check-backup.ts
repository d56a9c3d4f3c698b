import { join } from "node:path";
import { type Backup, objectPath, readBackup, requireHash, secretsName, tablePath } from "./backup-folder.ts";
import { forEachOf } from "./hashed-files.ts";
import type { Progress } from "./progress.ts";

/** Reads every byte of a backup. @throws BackupError that names the first file that is missing or damaged */
export async function checkBackup(dir: string, progress: Progress): Promise<Backup> {
  const backup = await readBackup(dir);
  const { manifest, objects } = backup;
  await requireHash(join(dir, secretsName), manifest.secrets);
  for (const table of manifest.tables) await requireHash(join(dir, tablePath(table)), table);
  progress.begin("Checking files", objects.length);
  await forEachOf(objects, async (object) => {
    await requireHash(join(dir, objectPath(object.key)), object);
    progress.step();
  });
  return backup;
}
