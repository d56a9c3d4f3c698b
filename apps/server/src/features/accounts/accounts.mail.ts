import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export function passwordResetMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return layOutMail({
    to,
    subject: "Choose a new password for Blueprint",
    paragraphs: [
      `Hello ${name},`,
      "Somebody asked to reset the password of your Blueprint account. The link works for one hour and once.",
      "If it was not you, do nothing: your password stays as it is.",
    ],
    action: { label: "Choose a new password", url },
  });
}
