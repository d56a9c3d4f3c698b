import { AppError } from "../../platform/app-error.ts";

/** Whether an error says that somebody may no longer see the place. */
export function isClosedPlace(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === "blueprint-not-published" || error.code === "blueprint-password-needed")
  );
}
