import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export interface MailedNotification {
  title: string;
  body: string;
  url: string;
}

export function notificationMail({
  to,
  title,
  body,
  url,
  settingsUrl,
}: MailedNotification & { to: string; settingsUrl: string }): Mail {
  return layOutMail({
    to,
    subject: title,
    heading: title,
    paragraphs: [body],
    action: { label: "Open in Blueprint", url },
    settingsUrl,
  });
}

/** A day's notifications in one mail, oldest first. */
export function digestMail({
  to,
  entries,
  settingsUrl,
}: {
  to: string;
  entries: readonly MailedNotification[];
  settingsUrl: string;
}): Mail {
  const [first] = entries;
  const more = entries.length - 1;
  return layOutMail({
    to,
    subject: more === 0 ? (first?.title ?? "") : `${first?.title}, and ${more} more`,
    paragraphs: entries.map(({ title, body, url }) => ({ title, text: body, url })),
    settingsUrl,
  });
}

/** Sent at once, whatever the user's notification settings. */
export function securityNoticeMail({
  to,
  name,
  title,
  body,
  url,
}: {
  to: string;
  name: string;
  title: string;
  body: string;
  url: string;
}): Mail {
  return layOutMail({
    to,
    subject: title,
    paragraphs: [`Hi ${name},`, body, "If this wasn't you, check your security settings and change your password now."],
    action: { label: "Review security settings", url },
  });
}

/** Sent at once, whatever the user's notification settings: they can lose something by not knowing. */
export function decisiveNoticeMail({
  to,
  name,
  title,
  body,
  url,
}: {
  to: string;
  name: string;
  title: string;
  body: string;
  url: string;
}): Mail {
  return layOutMail({
    to,
    subject: title,
    paragraphs: [`Hi ${name},`, ...body.split("\n\n")],
    action: { label: "Open the claim", url },
  });
}
