import { type DestinationStream, pino } from "pino";
import type { Logger } from "./app-context.ts";
import { describeError, eraseParams, isErrorLike, tellError } from "./safe-error.ts";

const depthMax = 4;

/** The server's only logger. Of any error in what is logged, only the output of `describeError` is written. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    redact: ["req.headers.cookie", "req.headers.authorization"],
    // `formatters.log` runs first and has described errors by then. The address of a request may contain a token; its
    // route never does.
    serializers: {
      err: (facts) => facts,
      req: (request) => ({ method: request?.method, url: request?.routeOptions?.url }),
    },
    formatters: { log: (facts) => toSafe(facts) as Record<string, unknown> },
    hooks: {
      // pino uses the error's own message when there is no other.
      logMethod(given, method) {
        const parts = given.map((part) => (typeof part === "string" ? eraseParams(part) : part)) as typeof given;
        const [first, words, ...rest] = parts as [unknown, string | undefined, ...unknown[]];
        if (isErrorLike(first)) method.call(this, { err: first }, words ?? tellError(first), ...rest);
        else if (words === undefined && hasError(first)) method.call(this, first, tellError(first.err));
        else method.apply(this, parts);
      },
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * Redirects what libraries write to the console into the log, as safe as every other entry.
 * @returns a function that restores the console
 */
export function sendConsoleTo(log: Logger): () => void {
  const { error, warn } = console;
  for (const level of ["error", "warn"] as const) {
    console[level] = (...parts: unknown[]) => {
      const errors = parts.filter(isErrorLike);
      const words = parts.filter((part) => typeof part === "string").join(" ");
      log[level](errors.length === 0 ? {} : { errors }, words);
    };
  }
  return () => Object.assign(console, { error, warn });
}

function hasError(facts: unknown): facts is { err: unknown } {
  return typeof facts === "object" && facts !== null && "err" in facts && isErrorLike(facts.err);
}

function toSafe(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return eraseParams(value);
  if (isErrorLike(value)) return describeError(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= depthMax) return "…";
  if (Array.isArray(value)) return value.map((one) => toSafe(one, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toSafe(one, depth + 1)]));
}
