/** An upload that can continue after the tab, the browser or the machine was killed. */
export interface JournaledUpload {
  /** Path and query of the upload's URL; unique. */
  readonly sessionPath: string;
  readonly bucket: string;
  readonly objectName: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly lastModified: number | null;
  /** See `fingerprintOf`: identifies the file when it is chosen again. */
  readonly fingerprint: string;
  /** Reopens the file after one click, in browsers that support such handles. */
  readonly handle: FileSystemFileHandle | null;
  /** Data for the screen, such as ids of scan and blueprint. */
  readonly tags: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface UploadJournal {
  put(journaled: JournaledUpload): Promise<void>;
  /** Succeeds for an unknown upload too. */
  remove(sessionPath: string): Promise<void>;
  /** Oldest first. */
  list(): Promise<JournaledUpload[]>;
}

/** For Node and tests: lasts as long as the process. */
export function createMemoryJournal(): UploadJournal {
  const uploads = new Map<string, JournaledUpload>();
  return {
    put: async (journaled) => void uploads.set(journaled.sessionPath, journaled),
    remove: async (sessionPath) => void uploads.delete(sessionPath),
    list: async () => [...uploads.values()].sort((a, b) => a.startedAt - b.startedAt),
  };
}

/** Browsers hold journals under this name, and under the key `sessionPath`. */
const storeName = "sessions";

/** In the browser's IndexedDB; shared by all tabs of the origin. File handles can be stored in it directly. */
export function openIndexedDbJournal(databaseName = "blueprint-uploads"): UploadJournal {
  let opening: Promise<IDBDatabase> | null = null;
  const open = () => {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "sessionPath" });
      request.onsuccess = () => {
        // Do not block an upgrade by a newer version in another tab.
        request.result.onversionchange = () => {
          request.result.close();
          opening = null;
        };
        resolve(request.result);
      };
      request.onerror = () => {
        opening = null;
        reject(request.error);
      };
    });
    return opening;
  };
  const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const database = await open();
    return new Promise<T>((resolve, reject) => {
      // Strict: the upload is on disk before its first byte is sent.
      const transaction = database.transaction(storeName, mode, { durability: "strict" });
      const request = act(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  };
  return {
    put: async (journaled) => void (await run("readwrite", (store) => store.put(journaled))),
    remove: async (sessionPath) => void (await run("readwrite", (store) => store.delete(sessionPath))),
    list: async () => {
      const uploads = await run<JournaledUpload[]>("readonly", (store) => store.getAll());
      return uploads.sort((a, b) => a.startedAt - b.startedAt);
    },
  };
}
