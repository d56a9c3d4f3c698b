import { type AuditAction, type AuditDetails, auditActions } from "@blueprint/contract/audit";
import { type EventListener, hearAll } from "../../platform/events/event-listener.ts";
import type { EventFacts } from "../../platform/events/product-events.ts";
import { insertAuditEvent } from "./audit.repository.ts";

/** Facts that others need and the log leaves out: it says them elsewhere, or they are no news. */
const unlogged: { readonly [Action in AuditAction]?: readonly (keyof EventFacts[Action])[] } = {
  "blueprint.published": ["slug"],
  "blueprint.unpublished": ["slug"],
  "blueprint.archived": ["slug", "wasPublished"],
  "blueprint.binned": ["slug", "wasPublished"],
  "blueprint.restored": ["slug", "wasPublished"],
  "blueprint.transferred": ["toTeamId"],
  "blueprint.received": ["fromTeamId"],
  "plan.begun": ["periodEndsAt"],
  "claim.moved-on": ["claimId", "claimantId", "dueAt"],
  "invoice.issued": ["number", "dueAt"],
  "account.new-device": ["isFirst"],
  "account.email-changed": ["from", "to"],
};

/** Writes a team's log: who did what, when and from where. */
export function createAuditListener(): EventListener {
  return {
    name: "audit",
    hears: hearAll(Object.keys(auditActions) as AuditAction[], async (tx, { id, at, type, ...event }) => {
      const { teamId, actor, subject } = event;
      // A person's own acts are in the log of their personal team, if they have one.
      if (teamId === null) return;
      const left: readonly string[] = unlogged[type] ?? [];
      const details = Object.fromEntries(
        Object.entries({ ...event.facts, ...(actor?.apiKeyName == null ? {} : { apiKey: actor.apiKeyName }) }).filter(
          ([name]) => !left.includes(name),
        ),
      ) as AuditDetails;
      await insertAuditEvent(tx, {
        id,
        teamId,
        at,
        actorId: actor?.userId ?? null,
        actorName: actor?.name ?? "Blueprint",
        action: type,
        subjectId: subject.id,
        subjectName: subject.name,
        details,
        ipAddress: actor?.ipAddress ?? null,
        userAgent: actor?.userAgent ?? null,
      });
    }),
  };
}
