/** Failure of a part below the server, in catalogue terms. */
export type PartFailure = "storage-full" | "service-unavailable";

/** Codes for "no space left" of the system, of PostgreSQL (53100) and of object stores. */
const fullCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100", "QuotaExceeded", "XMinioStorageFull"]);

/**
 * The database is unreachable, stopping, starting or out of connections: class 08, 53300 and 57P01 to 57P03 of
 * PostgreSQL, and those of the socket.
 */
const awayCodes = /^(08\w{3}|53300|57P0[123]|ECONNRESET|EPIPE|ECONNREFUSED)$/;
/** The database's driver has no code for a connection that ended or could not be had in time. */
const awayMessages =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (exceeded|expired)|Cannot use a pool after)/;

/** The status of an object store that is restarting, busy or broken. */
const awayStatusMin = 500;

/** Looks for a failed part in an error, its causes, and its aggregated errors; null when there is none. */
export function findPartFailure(error: unknown): PartFailure | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, name, syscall, message, cause, errors, $metadata } = error as {
    code?: unknown;
    name?: unknown;
    syscall?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  if (fullCodes.has(code) || fullCodes.has(name)) return "storage-full";
  // The embedded database reports why it did not start as text only.
  if (typeof message === "string" && /no space left on device/i.test(message)) return "storage-full";
  // A missing socket (ENOENT) counts only when connecting.
  if (awayCodes.test(String(code)) || syscall === "connect") return "service-unavailable";
  if (typeof message === "string" && awayMessages.test(message)) return "service-unavailable";
  if (($metadata?.httpStatusCode ?? 0) >= awayStatusMin) return "service-unavailable";
  for (const inner of Array.isArray(errors) ? [cause, ...(errors as unknown[])] : [cause]) {
    const found = inner === error ? null : findPartFailure(inner);
    if (found !== null) return found;
  }
  return null;
}
