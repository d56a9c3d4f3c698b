import { type AuditAction, auditActions } from "@blueprint/contract/audit";
import { type EventListener, hearAll } from "../../platform/events/event-listener.ts";
import { noteUse } from "./feature-use.service.ts";

/** Events that happen to a person are no use of theirs. */
const used = (Object.keys(auditActions) as AuditAction[]).filter((action) => action !== "account.new-device");

/** A person's acts count in their profile (spec §3), except what a program does with their key. */
export function createUsersListener(): EventListener {
  return {
    name: "users",
    hears: hearAll(used, async (tx, { type: action, actor }) => {
      if (actor === null || actor.apiKeyName !== null) return;
      await noteUse({ db: tx }, { kind: "act", userId: actor.userId, action });
    }),
  };
}
