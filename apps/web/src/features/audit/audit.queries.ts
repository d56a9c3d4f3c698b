import { type AuditEvent, listAuditEvents } from "@blueprint/contract/audit";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { TeamId } from "@blueprint/contract/ids";
import { api } from "../../lib/api.ts";
import { pagedQuery } from "../../lib/data-query.ts";

export type AuditFilter = Omit<NonNullable<EndpointRequest<typeof listAuditEvents>["query"]>, "cursor" | "limit">;

export function auditEventsQuery(teamId: TeamId, filter: AuditFilter) {
  return pagedQuery(listAuditEvents, { params: { teamId }, query: filter });
}

const exportedPerRequest = 500;

/** Reads every event that matches the filter, not only the ones on screen. @throws ApiError */
export async function readAllAuditEvents(teamId: TeamId, filter: AuditFilter): Promise<AuditEvent[]> {
  const all: AuditEvent[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filter, cursor, limit: exportedPerRequest };
    const page = await api(listAuditEvents, { params: { teamId }, query });
    all.push(...page.events);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
