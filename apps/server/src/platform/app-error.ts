import { type ErrorCode, errorCatalogue } from "@blueprint/contract/errors";

interface AppErrorOptions {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A failure in catalogue terms. The error handler turns it into a response; any other error becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** When a retry may get another answer; sent as the `retry-after` header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(errorCatalogue[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
