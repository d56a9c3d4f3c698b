import { type TeamRole, withArticle } from "@blueprint/contract/roles";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export interface InvitationMailFacts {
  to: string;
  inviterName: string;
  teamName: string;
  role: TeamRole;
  message: string;
  validDays: number;
  url: string;
}

export function invitationMail({
  to,
  inviterName,
  teamName,
  role,
  message,
  validDays,
  url,
}: InvitationMailFacts): Mail {
  // A personal team is named after its owner: do not repeat the name.
  const isTheirOwn = teamName === inviterName;
  return layOutMail({
    to,
    subject: `${inviterName} invited you to ${isTheirOwn ? "their team" : teamName} on Blueprint`,
    paragraphs: [
      `${inviterName} invited you to join ${isTheirOwn ? "their team" : `the team “${teamName}”`} on Blueprint as ${withArticle(role)}.`,
      ...(message === "" ? [] : [{ quote: message }]),
      `This link is for ${to}. It works once and expires in ${toDays(validDays)}.`,
    ],
    action: { label: "Accept invitation", url },
  });
}

/** For an applicant who asked for access: no team invited them, so they get a new one. */
export function serviceInvitationMail({
  to,
  inviterName,
  validDays,
  url,
}: Pick<InvitationMailFacts, "to" | "inviterName" | "validDays" | "url">): Mail {
  return layOutMail({
    to,
    subject: "Your invitation to Blueprint",
    paragraphs: [
      `You asked for access to Blueprint, and ${inviterName} invited you.`,
      `This link is for ${to}. It works once and expires in ${toDays(validDays)}.`,
    ],
    action: { label: "Create account", url },
  });
}

function toDays(days: number): string {
  return days === 1 ? "one day" : `${days} days`;
}
