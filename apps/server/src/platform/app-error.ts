import { type ErrorCode, errorCatalogue } from "@blueprint/contract/errors";

/** A failure in catalogue terms. The one error handler turns it into an answer; anything else becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: { fields?: Record<string, string>; cause?: unknown } = {}) {
    super(errorCatalogue[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
