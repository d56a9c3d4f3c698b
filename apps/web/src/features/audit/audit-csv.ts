import type { AuditEvent } from "@blueprint/contract/audit";
import { writeCsv } from "@blueprint/scene/csv-text";

const columns = ["at", "actor", "action", "subject", "details", "ip_address", "user_agent"];

/** Writes events as CSV. */
export function toAuditCsv(events: readonly AuditEvent[]): string {
  return writeCsv([
    columns,
    ...events.map(({ at, actorName, action, subjectName, details, ipAddress, userAgent }) => [
      at,
      actorName,
      action,
      subjectName,
      Object.keys(details).length === 0 ? "" : JSON.stringify(details),
      ipAddress ?? "",
      userAgent ?? "",
    ]),
  ]);
}
