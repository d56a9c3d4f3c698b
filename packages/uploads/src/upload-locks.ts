/** Allows only one client at a time to send to an upload. */
export interface UploadLocks {
  /** Resolves to a function that releases the upload, or null while another client holds it. */
  tryAcquire(sessionPath: string): Promise<(() => void) | null>;
}

/** Locks within one process. */
export function createMemoryLocks(): UploadLocks {
  const held = new Set<string>();
  return {
    tryAcquire: async (sessionPath) => {
      if (held.has(sessionPath)) return null;
      held.add(sessionPath);
      return () => void held.delete(sessionPath);
    },
  };
}

/** Locks across all tabs of a browser; a closed or crashed tab releases its uploads automatically. */
export function createWebLocks(locks: LockManager): UploadLocks {
  return {
    tryAcquire: (sessionPath) =>
      new Promise((resolve, reject) => {
        locks
          .request(`blueprint-upload ${sessionPath}`, { ifAvailable: true }, (lock) => {
            if (lock === null) {
              resolve(null);
              return undefined;
            }
            return new Promise<void>((release) => resolve(release));
          })
          .catch(reject);
      }),
  };
}

const locksOfThisProcess = createMemoryLocks();

/** Web Locks require https or localhost; elsewhere only the server keeps two tabs apart. */
export function createDefaultLocks(): UploadLocks {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
  const isBrowser = typeof document !== "undefined";
  return isBrowser && locks !== undefined ? createWebLocks(locks) : locksOfThisProcess;
}
