import { ApiError } from "@blueprint/contract/api-client";

/** "ok", or the error code of a refused call. */
export function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "ok",
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
}
