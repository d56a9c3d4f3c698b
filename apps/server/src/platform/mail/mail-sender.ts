import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { Config } from "../../config.ts";
import type { Ids } from "../ids.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends one mail. Features do not call it: they enqueue `send-mail`, so that a mail survives a restart. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}

declare module "../jobs/job-queue.ts" {
  interface JobPayloads {
    "send-mail": Mail;
  }
}

/** SMTP when configured; otherwise every mail becomes an `.eml` file in DATA_DIR/mail. */
export function createMailSender(config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">, ids: Ids): MailSender {
  if (config.smtpUrl !== undefined) {
    const transport = nodemailer.createTransport(config.smtpUrl);
    return { send: async (mail) => void (await transport.sendMail({ from: config.mailFrom, ...mail })) };
  }
  const folder = join(config.dataDir, "mail");
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail({ from: config.mailFrom, ...mail });
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${ids.uuid()}.eml`);
      const file = await open(`${path}.new`, "w");
      await file.writeFile(message as Buffer);
      await file.sync();
      await file.close();
      await rename(`${path}.new`, path);
    },
  };
}
