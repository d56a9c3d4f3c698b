import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export function accessDeclinedMail({ to, reason }: { to: string; reason: string }): Mail {
  return layOutMail({
    to,
    subject: "Your request for access to Blueprint",
    paragraphs: ["We've reviewed your request for access, and we can't offer you a place right now.", reason],
  });
}
