import { expect, it } from "vitest";
import { findPartFailure } from "./part-failure.ts";

const failure = (code: string, more: object = {}) => Object.assign(new Error("it failed"), { code, ...more });

it.each<[string, unknown, string | null]>([
  ["a full disk", failure("ENOSPC"), "storage-full"],
  ["a quota of the system", failure("EDQUOT"), "storage-full"],
  [
    "PostgreSQL on a full disk, behind the query that failed",
    new Error("Failed query", { cause: failure("53100") }),
    "storage-full",
  ],
  ["a full storage service", Object.assign(new Error("no"), { name: "QuotaExceeded" }), "storage-full"],
  ["a database that says why it does not start", new Error("could not write: No space left on device"), "storage-full"],
  ["one of several", new AggregateError([new Error("other"), failure("ENOSPC")]), "storage-full"],
  ["a database that stops", failure("57P01"), "service-unavailable"],
  ["a database that starts", new Error("Failed query", { cause: failure("57P03") }), "service-unavailable"],
  [
    "a lost connection",
    new Error("Failed query", { cause: new Error("Connection terminated unexpectedly") }),
    "service-unavailable",
  ],
  ["a pool without a free connection", new Error("timeout exceeded when trying to connect"), "service-unavailable"],
  ["a socket that is not there", failure("ENOENT", { syscall: "connect" }), "service-unavailable"],
  [
    "an object store that is restarting",
    Object.assign(new Error("Please reduce your request rate."), { $metadata: { httpStatusCode: 503 } }),
    "service-unavailable",
  ],
  [
    "an object store that refuses us",
    Object.assign(new Error("Access Denied"), { $metadata: { httpStatusCode: 403 } }),
    null,
  ],
  ["a file that is not there", failure("ENOENT", { syscall: "open" }), null],
  ["a unique index", failure("23505"), null],
  ["nothing in particular", new Error("it failed"), null],
  ["no error", "text", null],
])("%s", (_what, error, expected) => {
  expect(findPartFailure(error)).toBe(expected);
});
