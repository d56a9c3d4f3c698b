import { readableError } from "./readable-error.ts";
import { toasts } from "./toast.store.ts";

/** Says in a toast what failed, and why. */
export function complain(title: string, error: unknown): void {
  toasts.add({ title, description: readableError(error), variant: "destructive" });
}
