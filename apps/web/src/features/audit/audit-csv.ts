import type { AuditEvent } from "@blueprint/contract/audit";
import { toSheetText, writeCsv } from "@blueprint/scene/csv-text";

const columns = ["at", "actor", "action", "subject", "details", "ip_address", "user_agent"];

/** Events as a table. What people wrote must not become a formula of whoever opens it. */
export function toAuditCsv(events: readonly AuditEvent[]): string {
  return writeCsv([
    columns,
    ...events.map(({ at, actorName, action, subjectName, details, ipAddress, userAgent }) => [
      at,
      toSheetText(actorName),
      action,
      toSheetText(subjectName),
      Object.keys(details).length === 0 ? "" : JSON.stringify(details),
      ipAddress ?? "",
      toSheetText(userAgent ?? ""),
    ]),
  ]);
}
