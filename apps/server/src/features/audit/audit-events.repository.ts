import type { AuditAction, AuditDetails } from "@blueprint/contract/audit";
import type { TeamId, UserId } from "@blueprint/contract/ids";
import { and, eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { auditEvents } from "../../db/schema/audit.ts";

export interface NewAuditEvent {
  id: string;
  teamId: TeamId;
  at: Date;
  actorId: UserId | null;
  actorName: string;
  action: AuditAction;
  subjectId: string | null;
  subjectName: string;
  details: AuditDetails;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Unscoped on purpose: the caller has just made the recorded change in this team. */
export async function insertAuditEvent(tx: Tx, event: NewAuditEvent): Promise<void> {
  await tx.insert(auditEvents).values(event);
}

/** Unscoped on purpose: it answers yes or no, for internal use only. */
export async function hasAuditEvent(
  tx: Tx,
  teamId: TeamId,
  action: AuditAction,
  subjectName: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(eq(auditEvents.teamId, teamId), eq(auditEvents.action, action), eq(auditEvents.subjectName, subjectName)),
    )
    .limit(1);
  return row !== undefined;
}
