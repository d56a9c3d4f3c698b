import type { TeamId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import type { AppContext } from "../../platform/app-context.ts";
import { hashToken } from "../../platform/ids.ts";
import type { Admission } from "../people/accounts.service.ts";
import { joinTeam } from "../teams/teams.service.ts";
import { recordAcceptance } from "./invitation-acceptance.service.ts";
import { markAccepted } from "./invitations.repository.ts";
import { invitationAgainMail } from "./open-invitations.mail.ts";
import {
  findNames,
  hasOpenInvitation,
  listOpenInvitationsForUpdate,
  replaceToken,
} from "./open-invitations.repository.ts";

/** An account may be created with an address that holds an open invitation. */
export function createAdmission(context: AppContext): Admission {
  return {
    isInvited: (tx, email) => hasOpenInvitation(tx, email.toLowerCase(), context.clock.now()),
    accept: async (tx, person, email) => {
      const now = context.clock.now();
      const open = await listOpenInvitationsForUpdate(tx, email.toLowerCase(), now);
      for (const invitation of open) {
        if (invitation.teamId !== null)
          await joinTeam(tx, context, invitation.teamId as TeamId, person, invitation.role as TeamRole);
        await markAccepted(tx, invitation.id, person.userId, now);
        await recordAcceptance(tx, context, invitation, { userId: person.userId, name: email });
      }
      return open.length;
    },
  };
}

/** Mails a new link for every open invitation of an address; the former links expire, the deadline stays. */
export async function resendOpenInvitations(context: AppContext, email: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const invitation of await listOpenInvitationsForUpdate(tx, email, context.clock.now())) {
      const token = context.ids.token();
      await replaceToken(tx, invitation.id, hashToken(token));
      const mail = invitationAgainMail({
        to: email,
        ...(await findNames(tx, invitation)),
        expiresAt: invitation.expiresAt,
        url: `${context.config.publicUrl}/accept-invite?token=${token}`,
      });
      await context.jobs.enqueue(tx, "send-mail", { ...mail, invitationId: invitation.id });
    }
  });
}
