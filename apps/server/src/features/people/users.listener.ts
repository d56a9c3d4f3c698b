import { type AuditAction, auditActions } from "@blueprint/contract/audit";
import { type EventListener, hearAll } from "../../platform/events/event-listener.ts";
import { noteUse } from "./feature-use.service.ts";
import { appendCreatedBlueprint } from "./users.repository.ts";

/** Events that happen to a person are no use of theirs. */
const used = (Object.keys(auditActions) as AuditAction[]).filter((action) => action !== "account.new-device");

/** A person's profile follows what they do (spec §3). A program that acts for them makes blueprints, but is no use. */
export function createUsersListener(): EventListener {
  return {
    name: "users",
    hears: hearAll(used, async (tx, { type: action, actor, subject }) => {
      if (actor === null) return;
      if (action === "blueprint.created" && subject.id !== null)
        await appendCreatedBlueprint(tx, actor.userId, subject.id);
      if (actor.apiKeyName === null) await noteUse({ db: tx }, { kind: "act", userId: actor.userId, action });
    }),
  };
}
