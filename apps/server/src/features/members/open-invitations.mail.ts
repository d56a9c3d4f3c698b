import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

/** For an invited person who wants to create an account and no longer has the link. */
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
    subject: "Your new invitation link",
    paragraphs: [
      `${inviterName ?? "Someone"} invited you to ${what}. Here's the new link you requested on the sign-in page.`,
      `It replaces your previous link. It's for ${to}, works once and expires on ${until} UTC.`,
      "If you didn't ask for it, you can ignore this email. Nothing else has changed.",
    ],
    action: { label: "Accept invitation", url },
  });
}
