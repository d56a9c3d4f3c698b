import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export function mentionMail({
  to,
  authorName,
  blueprintName,
  subject,
  text,
  url,
}: {
  to: string;
  authorName: string;
  blueprintName: string;
  subject: string;
  text: string;
  url: string;
}): Mail {
  return layOutMail({
    to,
    subject: `${authorName} names you in a comment on ${blueprintName}`,
    paragraphs: [`${authorName} wrote about “${subject}”:`, text],
    action: { label: "Open the blueprint", url },
  });
}
