import { ApiError } from "@blueprint/contract/api-client";

/** What a person reads when a call failed: the catalogue's text, or the error's own. */
export function readableError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with one field of what was sent, when the server said so. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}

/** Whether a call failed with this code of the catalogue. */
export function hasCode(error: unknown, ...codes: ApiError["code"][]): boolean {
  return error instanceof ApiError && codes.includes(error.code);
}
