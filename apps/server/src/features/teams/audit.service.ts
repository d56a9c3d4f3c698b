import type { AuditEvent } from "@blueprint/contract/audit";
import type { UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import {
  type AuditEventRow,
  type AuditFilter,
  countAuditEvents,
  listAuditActors,
  listAuditEvents as listAuditEventRows,
} from "./audit.repository.ts";

/** @throws AppError `invalid-input` for a cursor of another list */
export async function listAuditEvents(
  context: AppContext,
  scope: TeamScope,
  filter: AuditFilter,
  page: { cursor: string | undefined; limit: number },
) {
  const { db } = context;
  const position = page.cursor === undefined ? null : readPageCursor(page.cursor);
  const rows = await listAuditEventRows(db, scope, filter, position, page.limit + 1);
  const { shown, nextCursor } = toPage(rows, page.limit, ({ at, id }) => ({ at, id }));
  const actors = await listAuditActors(db, scope);
  return {
    events: shown.map(toAuditEvent),
    nextCursor,
    total: await countAuditEvents(db, scope, filter),
    actors: actors.map(({ id, name }) => ({ id: id as UserId, name })),
  };
}

function toAuditEvent({ id, at, actorId, teamId: _, subjectId: __, ...row }: AuditEventRow): AuditEvent {
  return { ...row, id, at: at.toISOString(), actorId: actorId as UserId | null, details: { ...row.details } };
}
