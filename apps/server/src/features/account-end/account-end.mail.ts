import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export function deletionMail({ to, name, dueAt, url }: { to: string; name: string; dueAt: Date; url: string }): Mail {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(dueAt);
  return layOutMail({
    to,
    subject: "Your Blueprint account will be deleted",
    paragraphs: [
      `Hello ${name},`,
      `Your account and what only you own will be deleted on ${day}. What you made in teams of others stays with them.`,
      "Until then you can sign in and keep it.",
    ],
    action: { label: "Keep my account", url },
  });
}
