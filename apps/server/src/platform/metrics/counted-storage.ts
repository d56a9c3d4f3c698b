import { AppError } from "../app-error.ts";
import type { ObjectStorage } from "../storage/object-storage.ts";
import { observeStorage } from "../storage/observed-storage.ts";
import type { Metrics } from "./metrics.ts";

/** A storage whose calls are counted and timed. */
export function countStorage(storage: ObjectStorage, metrics: Metrics): ObjectStorage {
  return observeStorage(storage, (operation) => {
    const stopTimer = metrics.storageSeconds.startTimer({ operation });
    return (failure) => {
      stopTimer();
      metrics.storageOperations.inc({ operation, outcome: toOutcome(failure) });
    };
  });
}

function toOutcome(failure: unknown): "ok" | "missing" | "failed" {
  if (failure === null) return "ok";
  return failure instanceof AppError && failure.code === "not-found" ? "missing" : "failed";
}
