import type { ObjectStorage } from "../storage/object-storage.ts";
import { observeStorage } from "../storage/observed-storage.ts";
import type { Tracing } from "./tracing.ts";

/** A storage that makes a span of every call. Keys stay out of it: they name teams and scans. */
export function traceStorage(storage: ObjectStorage, tracing: Tracing): ObjectStorage {
  return observeStorage(storage, (operation) => {
    const span = tracing.begin(`storage ${operation}`, "client", { "blueprint.storage.operation": operation });
    return (failure) => span.end(failure);
  });
}
