import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
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
  // Loaded with the first mail: a server that sends none does not hold the library in memory.
  const load = async () => (await import("nodemailer")).default;
  if (config.smtpUrl !== undefined) {
    const { smtpUrl } = config;
    const transport = once(async () => (await load()).createTransport(smtpUrl));
    return { send: async (mail) => void (await (await transport()).sendMail({ from: config.mailFrom, ...mail })) };
  }
  const folder = join(config.dataDir, "mail");
  const composer = once(async () =>
    (await load()).createTransport({ streamTransport: true, buffer: true, newline: "windows" }),
  );
  return {
    send: async (mail) => {
      const { message } = await (await composer()).sendMail({ from: config.mailFrom, ...mail });
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

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
