import type { AuditAction } from "@blueprint/contract/audit";
import type { UserId } from "@blueprint/contract/ids";
import { and, count, desc, eq, gte, isNotNull, like, lt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { auditEvents } from "../../db/schema/audit.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { teams } from "../../db/schema/teams.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

export type AuditEventRow = typeof auditEvents.$inferSelect;

/**
 * Once per id. Does nothing for a team that is gone; an actor who is gone keeps their name only. Unscoped on purpose:
 * the event was recorded with the change in this team.
 */
export async function insertAuditEvent(tx: Tx, event: AuditEventRow): Promise<void> {
  const [team] = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, event.teamId)).for("key share");
  if (team === undefined) return;
  const actorId = event.actorId === null ? null : sql`(select id from ${authUsers} where id = ${event.actorId})`;
  await tx
    .insert(auditEvents)
    .values({ ...event, actorId })
    .onConflictDoNothing();
}

export interface AuditFilter {
  /** An action, or the part before its dot. */
  action: string | undefined;
  actorId: UserId | undefined;
  from: Date | undefined;
  until: Date | undefined;
}

function toConditions(scope: TeamScope, { action, actorId, from, until }: AuditFilter): (SQL | undefined)[] {
  return [
    eq(auditEvents.teamId, scope.teamId),
    action === undefined
      ? undefined
      : action.includes(".")
        ? eq(auditEvents.action, action as AuditAction)
        : like(auditEvents.action, `${action}.%`),
    actorId === undefined ? undefined : eq(auditEvents.actorId, actorId),
    from === undefined ? undefined : gte(auditEvents.at, from),
    until === undefined ? undefined : lt(auditEvents.at, until),
  ];
}

export async function listAuditEvents(
  tx: Tx,
  scope: TeamScope,
  filter: AuditFilter,
  cursor: PageCursor | null,
  limit: number,
): Promise<AuditEventRow[]> {
  const { at, id } = auditEvents;
  return await tx
    .select()
    .from(auditEvents)
    .where(and(...toConditions(scope, filter), isBehind(at, id, cursor)))
    .orderBy(desc(at), desc(id))
    .limit(limit);
}

export async function countAuditEvents(tx: Tx, scope: TeamScope, filter: AuditFilter): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(auditEvents)
    .where(and(...toConditions(scope, filter)));
  return row?.n ?? 0;
}

/** Everyone who did something in the team, under their latest recorded name. */
export async function listAuditActors(tx: Tx, scope: TeamScope): Promise<{ id: string; name: string }[]> {
  const rows = await tx
    .selectDistinctOn([auditEvents.actorId], { id: auditEvents.actorId, name: auditEvents.actorName })
    .from(auditEvents)
    .where(and(eq(auditEvents.teamId, scope.teamId), isNotNull(auditEvents.actorId)))
    .orderBy(auditEvents.actorId, desc(auditEvents.at));
  return rows as { id: string; name: string }[];
}
