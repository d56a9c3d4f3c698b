/** A part below the server that failed, in the catalogue's words. */
export type PartFailure = "storage-full" | "service-unavailable";

/** Of the system, of PostgreSQL (53100) and of services for objects: there is no room left. */
const fullCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100", "QuotaExceeded", "XMinioStorageFull"]);

/**
 * The database is away, stops, starts or has no connection left: class 08, 53300 and 57P01 to 57P03 of PostgreSQL, and
 * the drivers' own words.
 */
const awayCodes =
  /^(08\w{3}|53300|57P0[123]|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNRESET|EPIPE|ECONNREFUSED)$/;

/** Looks for a failed part in an error, its causes, and the errors that it gathers; null when it is something else. */
export function findPartFailure(error: unknown): PartFailure | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, name, syscall, message, cause, errors } = error as {
    code?: unknown;
    name?: unknown;
    syscall?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  if (fullCodes.has(code) || fullCodes.has(name)) return "storage-full";
  // The embedded database tells why it did not start in words only.
  if (typeof message === "string" && /no space left on device/i.test(message)) return "storage-full";
  // A socket that is not there (ENOENT) counts only where somebody wanted to connect.
  if (awayCodes.test(String(code)) || syscall === "connect") return "service-unavailable";
  for (const inner of Array.isArray(errors) ? [cause, ...(errors as unknown[])] : [cause]) {
    const found = inner === error ? null : findPartFailure(inner);
    if (found !== null) return found;
  }
  return null;
}
