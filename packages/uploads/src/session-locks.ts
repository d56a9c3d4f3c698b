/** Lets one sender at a time work on an upload session. */
export interface SessionLocks {
  /** Answers a function that gives the session back, or null while another sender has it. */
  tryAcquire(sessionPath: string): Promise<(() => void) | null>;
}

/** Between senders in one process. */
export function createMemoryLocks(): SessionLocks {
  const held = new Set<string>();
  return {
    tryAcquire: async (sessionPath) => {
      if (held.has(sessionPath)) return null;
      held.add(sessionPath);
      return () => void held.delete(sessionPath);
    },
  };
}

/** Between all tabs of a browser; a closed or crashed tab gives its sessions back by itself. */
export function createWebLocks(locks: LockManager): SessionLocks {
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

/** Web Locks exist on https and localhost; elsewhere the server alone keeps two tabs apart. */
export function createDefaultLocks(): SessionLocks {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
  const isBrowser = typeof document !== "undefined";
  return isBrowser && locks !== undefined ? createWebLocks(locks) : locksOfThisProcess;
}
