import { ApiError } from "@blueprint/contract/api-client";

/** Text of a failed call for the user: the catalogue's, or the error's own. */
export function readableError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The server's error for one field of a request, if any. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}

/** The server's first error at a field of a request or at a part of it: a row, or a value in a row. */
export function fieldErrorWithin(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.entries(error.fields).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];
}

/** Whether a call failed with one of these catalogue codes. */
export function hasCode(error: unknown, ...codes: ApiError["code"][]): boolean {
  return error instanceof ApiError && codes.includes(error.code);
}
