import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

/** For somebody who wants to make an account and no longer has the link that was sent to them. */
export function invitationAgainMail({
  to,
  teamName,
  inviterName,
  expiresAt,
  url,
}: {
  to: string;
  teamName: string | null;
  inviterName: string | null;
  expiresAt: Date;
  url: string;
}): Mail {
  const what = teamName === null ? "Blueprint" : `the team “${teamName}” on Blueprint`;
  const until = expiresAt.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return layOutMail({
    to,
    subject: "Your invitation to Blueprint, once more",
    paragraphs: [
      `${inviterName ?? "Somebody"} invited you to ${what}. Somebody asked for the link again on the sign-in page.`,
      `This link replaces the former one. It is for ${to}, works once and until ${until} UTC.`,
      "If you did not ask for it, nothing else has changed.",
    ],
    action: { label: "Accept the invitation", url },
  });
}
