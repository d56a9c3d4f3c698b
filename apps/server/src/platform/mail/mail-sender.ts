import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Ids } from "../ids.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a person chooses which mails they get. Only of mails that can be chosen. */
  unsubscribeUrl?: string;
  /** Becomes its Message-ID. The same whenever it is tried again, so that a receiver can drop what came twice. */
  id?: string;
}

/** What stands on its envelope besides the address of `MAIL_FROM`. */
export interface SignedMail extends Mail {
  fromName?: string;
  replyTo?: string;
}

/** A mail in the queue; what became of one for an invitation is noted there. */
export interface QueuedMail extends Mail {
  invitationId?: string;
}

/** `accepted`: the mail server took it for the address. `written`: it lies as a file. */
export type MailReceipt = "accepted" | "written";

/** The mail server refused the address or the mail for good: sending it again changes nothing. */
export class MailRefusedError extends Error {}

/** Sends one mail. Features do not call it: they enqueue `send-mail`, so that a mail survives a restart. */
export interface MailSender {
  /** @throws MailRefusedError for what is refused for good; anything else may work later. */
  send(mail: SignedMail): Promise<MailReceipt>;
}

declare module "../jobs/job-queue.ts" {
  interface JobPayloads {
    "send-mail": QueuedMail;
  }
}

/** SMTP when configured; otherwise every mail becomes an `.eml` file in DATA_DIR/mail. */
export function createMailSender(config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">, ids: Ids): MailSender {
  // Loaded with the first mail: a server that sends none does not hold the library in memory.
  const load = async () => (await import("nodemailer")).default;
  if (config.smtpUrl !== undefined) {
    const { smtpUrl } = config;
    const transport = once(async () => (await load()).createTransport(smtpUrl));
    return {
      send: async (mail) => {
        const sender = await transport();
        await sender.sendMail(toMessage(config.mailFrom, mail)).catch((error: unknown) => {
          throw isRefusedForGood(error) ? new MailRefusedError((error as Error).message, { cause: error }) : error;
        });
        return "accepted";
      },
    };
  }
  const folder = join(config.dataDir, "mail");
  const composer = once(async () =>
    (await load()).createTransport({ streamTransport: true, buffer: true, newline: "windows" }),
  );
  return {
    send: async (mail) => {
      const { message } = await (await composer()).sendMail(toMessage(config.mailFrom, mail));
      await mkdir(folder, { recursive: true });
      // Written again after a crash, it takes its own place.
      const path = join(folder, `${mail.id ?? ids.uuid()}.eml`);
      const file = await open(`${path}.new`, "w");
      await file.writeFile(message as Buffer);
      await file.sync();
      await file.close();
      await rename(`${path}.new`, path);
      return "written";
    },
  };
}

function toMessage(mailFrom: string, { to, subject, text, html, unsubscribeUrl, fromName, replyTo, id }: SignedMail) {
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom;
  const from = fromName === undefined ? mailFrom : { name: fromName, address };
  const domain = address.split("@").at(-1);
  return {
    from,
    to,
    subject,
    text,
    html,
    // RFC 3834 §5: absence notes do not answer it.
    headers: { "Auto-Submitted": "auto-generated" },
    // RFC 2369 §3.2. Without List-Unsubscribe-Post: the page asks its person to sign in, one click does not do it.
    ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: unsubscribeUrl } }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** RFC 5321 §4.2.1: a 5yz reply is final. Only those about the address or the mail itself, not about our own sign-in. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== undefined && responseCode >= 500;
}
