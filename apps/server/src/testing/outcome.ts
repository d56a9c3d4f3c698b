import { ApiError } from "@blueprint/contract/api-client";

/** "ok", or the code a call was refused with. */
export function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "ok",
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
}
