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
  /** What or whom it was done to, under the name it has now. */
  subject?: { id: string | null; name: string };
  details?: AuditDetails;
}

/** Records an act. Call it in the act's own transaction, so that there is never the one without the other; `null` is the service itself. */
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
  // What a program does with somebody's key is no use of theirs.
  if (actor !== null && actor.apiKey === undefined)
    await recordUse(tx, context, { kind: "act", userId: actor.userId, action });
}
