import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export function deletionMail({ to, name, dueAt, url }: { to: string; name: string; dueAt: Date; url: string }): Mail {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(dueAt);
  return layOutMail({
    to,
    subject: "Your Blueprint account will be deleted",
    paragraphs: [
      `Hi ${name},`,
      `We'll delete your account and everything only you own on ${day}. Anything you made in other people's teams stays with them.`,
      "Changed your mind? Sign in before then to keep your account.",
    ],
    action: { label: "Keep my account", url },
  });
}
