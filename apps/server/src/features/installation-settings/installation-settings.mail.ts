import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export function testMail({ to, name, host }: { to: string; name: string; host: string }): Mail {
  return layOutMail({
    to,
    subject: "A test mail of your installation",
    paragraphs: [
      `Hello ${name},`,
      `You asked for this mail on ${host}. It arrived, so mails of this installation reach you.`,
    ],
  });
}
