import type { ObjectStorage } from "./object-storage.ts";

export interface BackupGuard {
  /** Runs a deletion unless a backup is running. @returns whether it ran */
  deleteUnlessBackup(work: () => Promise<void>): Promise<boolean>;
  /** Deletes an object, or a folder's objects if the name ends with a slash, once the backup has ended. */
  deleteLater(keyOrPrefix: string): Promise<void>;
}

/** A storage whose bytes stay until a running backup has copied them. No key is ever used again after its deletion. */
export function keepDuringBackup(storage: ObjectStorage, guard: BackupGuard): ObjectStorage {
  const remove = async (keyOrPrefix: string, work: () => Promise<void>) => {
    if (!(await guard.deleteUnlessBackup(work))) await guard.deleteLater(keyOrPrefix);
  };
  return {
    // Backups leave unfinished objects out.
    multipart: storage.multipart,
    putFile: (key, localPath, options) => storage.putFile(key, localPath, options),
    putBytes: (key, bytes, options) => storage.putBytes(key, bytes, options),
    copy: (fromKey, toKey, options) => storage.copy(fromKey, toKey, options),
    read: (key, range) => storage.read(key, range),
    head: (key) => storage.head(key),
    delete: (key) => remove(key, () => storage.delete(key)),
    deletePrefix: (prefix) => remove(prefix, () => storage.deletePrefix(prefix)),
    list: (prefix) => storage.list(prefix),
    requireUsable: () => storage.requireUsable(),
  };
}
