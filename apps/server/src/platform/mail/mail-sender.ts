import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Ids } from "../ids.ts";
import { toSenderAddress } from "./sender-address.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Link to the recipient's mail settings. Only for mails they can turn off. */
  unsubscribeUrl?: string;
  /** Becomes its Message-ID. The same on every try, so that a receiver can drop duplicates. */
  id?: string;
}

/** Its headers besides the address of `MAIL_FROM`. */
export interface SignedMail extends Mail {
  fromName?: string;
  replyTo?: string;
}

/** A mail in the queue; the outcome of an invitation's mail is recorded there. */
export interface QueuedMail extends Mail {
  invitationId?: string;
}

/** `accepted`: by the mail server. `written`: saved as a file. */
export type MailReceipt = "accepted" | "written";

/** The mail server refused the address or the mail permanently: sending it again would not help. */
export class MailRefusedError extends Error {}

/** Sends one mail. Features do not call it: they enqueue `send-mail`, so that a mail survives a restart. */
export interface MailSender {
  /** @throws MailRefusedError for permanent refusals; any other error may succeed later. */
  send(mail: SignedMail): Promise<MailReceipt>;
}

declare module "../jobs/job-queue.ts" {
  interface JobPayloads {
    "send-mail": QueuedMail;
  }
}

/** SMTP when configured; otherwise every mail becomes an `.eml` file in DATA_DIR/mail. */
export function createMailSender(config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">, ids: Ids): MailSender {
  // Loaded with the first mail: a server without mails does not hold the library in memory.
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
      // Written again after a crash, it replaces its own file.
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
  const address = toSenderAddress(mailFrom);
  const from = fromName === undefined ? mailFrom : { name: fromName, address };
  const domain = address.split("@").at(-1);
  return {
    from,
    to,
    subject,
    text,
    html,
    // RFC 3834 §5: suppresses out-of-office replies.
    headers: { "Auto-Submitted": "auto-generated" },
    // RFC 2369 §3.2. Without List-Unsubscribe-Post: the page requires a sign-in, so one click is not enough.
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

/**
 * RFC 5321 §4.2.1: a 5yz reply is permanent. Counts only replies about the address or the mail, not about our own
 * login.
 */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== undefined && responseCode >= 500;
}
