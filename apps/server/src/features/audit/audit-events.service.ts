import type { AuditAction, AuditDetails } from "@blueprint/contract/audit";
import type { TeamId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { recordUse } from "../users/feature-use.service.ts";
import { hasAuditEvent, insertAuditEvent } from "./audit-events.repository.ts";

export { hasAuditEvent };

const userAgentCharactersMax = 400;

export interface AuditedAct {
  teamId: TeamId;
  action: AuditAction;
  /** The object of the action, under its current name. */
  subject?: { id: string | null; name: string };
  details?: AuditDetails;
}

/**
 * Records an action. Call it in the transaction of the change, so that both commit together; `null` is the service
 * itself.
 */
export async function recordAudit(
  tx: Tx,
  context: Pick<AppContext, "ids" | "clock" | "jobs">,
  actor: Pick<Actor, "userId" | "name" | "origin" | "apiKey"> | null,
  { teamId, action, subject, details = {} }: AuditedAct,
): Promise<void> {
  await insertAuditEvent(tx, {
    id: context.ids.uuid(),
    teamId,
    at: context.clock.now(),
    actorId: actor?.userId ?? null,
    actorName: actor?.name ?? "Blueprint",
    action,
    subjectId: subject?.id ?? null,
    subjectName: subject?.name ?? "",
    details: actor?.apiKey === undefined ? details : { ...details, apiKey: actor.apiKey.name },
    ipAddress: actor?.origin?.ipAddress ?? null,
    userAgent: actor?.origin?.userAgent.slice(0, userAgentCharactersMax) ?? null,
  });
  // What a program does with a user's key does not count as the user's activity.
  if (actor !== null && actor.apiKey === undefined)
    await recordUse(tx, context, { kind: "act", userId: actor.userId, action });
}
