import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

export function testMail({ to, name, host }: { to: string; name: string; host: string }): Mail {
  return layOutMail({
    to,
    subject: "Test email from your Blueprint installation",
    paragraphs: [`Hi ${name},`, `You sent this test from ${host}. Since it arrived, email is working.`],
  });
}
