import type { ListedObject, ObjectStorage } from "./object-storage.ts";

/** Called when an operation begins. @returns what to call when it has ended, with the error or null */
export type BeginOperation = (operation: string) => (failure: unknown) => void;

/** A storage whose operations are observed. A read ends when its first byte can be read. */
export function observeStorage(storage: ObjectStorage, begin: BeginOperation): ObjectStorage {
  const observe = async <Result>(operation: string, work: () => Promise<Result>): Promise<Result> => {
    const end = begin(operation);
    try {
      const result = await work();
      end(null);
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  };
  async function* list(prefix: string): AsyncGenerator<ListedObject> {
    const end = begin("list");
    let failure: unknown = null;
    try {
      yield* storage.list(prefix);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      end(failure);
    }
  }
  const { multipart } = storage;
  return {
    multipart: multipart && {
      begin: (key, options) => observe("begin-parts", () => multipart.begin(key, options)),
      putPart: (object, number, bytes) => observe("put-part", () => multipart.putPart(object, number, bytes)),
      complete: (object, parts) => observe("complete-parts", () => multipart.complete(object, parts)),
      abort: (object) => observe("abort-parts", () => multipart.abort(object)),
      list: () => multipart.list(),
    },
    putFile: (key, localPath, options) => observe("put", () => storage.putFile(key, localPath, options)),
    putBytes: (key, bytes, options) => observe("put", () => storage.putBytes(key, bytes, options)),
    copy: (fromKey, toKey, options) => observe("copy", () => storage.copy(fromKey, toKey, options)),
    read: (key, range) => observe("read", () => storage.read(key, range)),
    head: (key) => observe("head", () => storage.head(key)),
    delete: (key) => observe("delete", () => storage.delete(key)),
    deletePrefix: (prefix) => observe("delete-folder", () => storage.deletePrefix(prefix)),
    list,
    requireUsable: () => storage.requireUsable(),
  };
}
