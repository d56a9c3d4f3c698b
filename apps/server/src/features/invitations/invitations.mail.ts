import { limits } from "@blueprint/contract/limits";
import type { TeamRole } from "@blueprint/contract/roles";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export interface InvitationMailFacts {
  to: string;
  inviterName: string;
  teamName: string;
  role: TeamRole;
  message: string;
  url: string;
}

export function invitationMail({ to, inviterName, teamName, role, message, url }: InvitationMailFacts): Mail {
  return layOutMail({
    to,
    subject: `${inviterName} invites you to ${teamName} on Blueprint`,
    paragraphs: [
      `${inviterName} invites you to the team “${teamName}” on Blueprint as ${role}.`,
      ...(message === "" ? [] : [message]),
      `The link is for ${to}, works once and for ${limits.invitationValidDays} days.`,
    ],
    action: { label: "Accept the invitation", url },
  });
}
