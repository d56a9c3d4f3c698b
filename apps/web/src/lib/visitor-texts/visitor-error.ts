import { ApiError } from "@blueprint/contract/api-client";
import type { ErrorCode } from "@blueprint/contract/errors";
import type { Wording } from "./wording.ts";

const texts: Partial<Record<ErrorCode, Parameters<Wording["t"]>[0]>> = {
  "network-request-failed": "errors.network",
  "blueprint-password-wrong": "errors.wrongPassword",
  "blueprint-password-needed": "errors.passwordNeeded",
  "blueprint-not-published": "errors.notOpen",
  "too-many-requests": "errors.tooManyRequests",
  "form-full": "errors.formFull",
  "invalid-input": "errors.invalid",
  "service-unavailable": "errors.unavailable",
};

/** Error message for visitors, in their language. */
export function visitorError(error: unknown, { t }: Wording): string {
  const key = error instanceof ApiError ? texts[error.code] : undefined;
  return t((key ?? "errors.unknown") as "errors.unknown");
}
