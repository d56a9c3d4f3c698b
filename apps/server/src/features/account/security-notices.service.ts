import type { AuditAction, AuditDetails } from "@blueprint/contract/audit";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { recordAudit } from "../audit/audit-events.service.ts";
import { notify } from "../notifications/notify.service.ts";
import { securityNoticeMail } from "./account.mail.ts";
import { findPersonalTeam } from "./account.repository.ts";

type Person = Pick<Actor, "userId" | "name" | "email" | "origin">;

export interface SecurityChange {
  /** The event, as a sentence without a full stop. */
  title: string;
  body: string;
}

/** Notifies a user of a sensitive change to their account, by mail and in the inbox, when the transaction commits. */
export async function tellOfChange(
  tx: Tx,
  context: AppContext,
  { userId, name, email }: Person,
  { title, body }: SecurityChange,
): Promise<void> {
  const path = "/settings?section=security";
  const mail = securityNoticeMail({ to: email, name, title, body, url: context.config.publicUrl + path });
  await context.jobs.enqueue(tx, "send-mail", mail);
  await notify(tx, context, [userId], { kind: "account", teamId: null, title, body, path });
}

/** Records a user's action on their own account in the audit log of their personal team, if they have one. */
export async function recordOwnAct(
  tx: Tx,
  context: AppContext,
  person: Omit<Person, "email">,
  action: Extract<AuditAction, `account.${string}`>,
  details: AuditDetails = {},
): Promise<void> {
  const teamId = await findPersonalTeam(tx, person.userId);
  if (teamId === null) return;
  await recordAudit(tx, context, person, {
    teamId,
    action,
    subject: { id: person.userId, name: person.name },
    details,
  });
}
