import {
  defaultInstallationSettings,
  type InstallationSettings,
  type InstallationSettingsView,
  type InvoiceIssuer,
  installationSettingLabels,
  type SettingValue,
} from "@blueprint/contract/installation-settings";
import type { PriceBook } from "@blueprint/contract/price-book";
import { environmentNames } from "../../config.ts";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { signMail } from "../../platform/mail/mail-layout.ts";
import { type Mail, type MailReceipt, MailRefusedError } from "../../platform/mail/mail-sender.ts";
import { tellError } from "../../platform/safe-error.ts";
import { testMail } from "./installation-settings.mail.ts";
import {
  findSettings,
  insertChange,
  listChanges,
  lockSettings,
  saveSettings,
} from "./installation-settings.repository.ts";
import { toPushContact } from "./push-contact.policy.ts";

const changesShown = 20;
const userAgentCharactersMax = 400;
const reasonCharactersMax = 300;
const mailServerAnswersWithinMs = 20_000;

/** The current settings. Read on every call, so that a change takes effect on every server with its commit. */
export async function readSettings(tx: Tx): Promise<InstallationSettings> {
  return (await readVersionedSettings(tx)).settings;
}

async function readVersionedSettings(tx: Tx): Promise<{ version: number; settings: InstallationSettings }> {
  const stored = await findSettings(tx);
  const settings = { ...defaultInstallationSettings, ...stored?.settings };
  settings.invoiceIssuer = { ...defaultInstallationSettings.invoiceIssuer, ...settings.invoiceIssuer };
  return { version: stored?.version ?? 0, settings };
}

/** The installation's prices, with the trial days that its operators set. */
export async function readPriceBook(tx: Tx, { config }: Pick<AppContext, "config">): Promise<PriceBook> {
  const { trialDays } = await readSettings(tx);
  const { priceBook } = config;
  return trialDays === null ? priceBook : { ...priceBook, trial: { ...priceBook.trial, days: trialDays } };
}

/** Contact of the installation's operators for push services; null while none is known, which turns push off. */
export async function findPushContact(tx: Tx, { config }: Pick<AppContext, "config">): Promise<string | null> {
  return toPushContact(await readSettings(tx), config);
}

/** For operators. */
export async function describeSettings(context: Pick<AppContext, "db" | "config">): Promise<InstallationSettingsView> {
  const { config, db } = context;
  const changes = await listChanges(db, changesShown);
  const current = await readVersionedSettings(db);
  return {
    ...current,
    changes: changes.map(({ id, at, actorName, ipAddress, fields }) => ({
      id,
      at: at.toISOString(),
      actorName,
      ipAddress,
      fields,
    })),
    environment: environmentNames.map((name) => ({ name, isSet: config.environmentSet.includes(name) })),
    mailGoesTo: config.smtpUrl === undefined ? "files" : "smtp",
    pushContact: toPushContact(current.settings, config),
  };
}

/** Of two concurrent changes, the second gets a conflict. Records what changed. @throws AppError conflict */
export async function changeSettings(
  context: AppContext,
  actor: Actor,
  { basedOnVersion, settings }: { basedOnVersion: number; settings: InstallationSettings },
): Promise<InstallationSettingsView> {
  await context.db.transaction(async (tx) => {
    await lockSettings(tx);
    const current = await readVersionedSettings(tx);
    if (current.version !== basedOnVersion) throw new AppError("conflict");
    const before = toFields(current.settings);
    const after = toFields(settings);
    const fields = Object.keys(installationSettingLabels).flatMap((name) => {
      const from = before[name] ?? null;
      const to = after[name] ?? null;
      return from === to ? [] : [{ name, from, to }];
    });
    if (fields.length === 0) return;
    const at = context.clock.now();
    await saveSettings(tx, { version: current.version + 1, settings, updatedAt: at });
    await insertChange(tx, {
      id: context.ids.uuid(),
      at,
      actorId: actor.userId,
      actorName: actor.name,
      fields,
      ipAddress: actor.origin?.ipAddress ?? null,
      userAgent: actor.origin?.userAgent.slice(0, userAgentCharactersMax) ?? null,
    });
  });
  return describeSettings(context);
}

/** Keyed as in `installationSettingLabels`. */
function toFields({ invoiceIssuer, ...settings }: InstallationSettings): Record<string, SettingValue> {
  const issuer = Object.entries(invoiceIssuer).map(([name, value]) => [`invoiceIssuer.${name}`, value]);
  return { ...settings, ...Object.fromEntries(issuer) };
}

/** The issuer for a new invoice; null while nothing of it is set. */
export async function readInvoiceIssuer(tx: Tx): Promise<InvoiceIssuer | null> {
  const { invoiceIssuer } = await readSettings(tx);
  return Object.values(invoiceIssuer).every((text) => text === "") ? null : invoiceIssuer;
}

/** Sends one mail under the installation's name, with its reply address. @throws as `MailSender.send` */
export async function sendInOurName(context: Pick<AppContext, "db" | "mail">, mail: Mail): Promise<MailReceipt> {
  const { name, supportEmail } = await readSettings(context.db);
  return await context.mail.send({
    ...signMail(mail, { name, supportEmail }),
    ...(name === "" ? {} : { fromName: name }),
    ...(supportEmail === "" ? {} : { replyTo: supportEmail }),
  });
}

/** Sends to the caller's own address without the queue, so that the mail server's reply is the answer. */
export async function tryMail(
  context: AppContext,
  actor: Pick<Actor, "email" | "name">,
): Promise<{ to: string; outcome: MailReceipt | "refused" | "failed"; reason: string }> {
  const to = actor.email;
  const timeOut = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      timeOut.reject(new Error(`The mail server didn't respond within ${mailServerAnswersWithinMs / 1_000} seconds.`)),
    mailServerAnswersWithinMs,
  );
  try {
    const sent = sendInOurName(
      context,
      testMail({ to, name: actor.name, host: new URL(context.config.publicUrl).host }),
    );
    return { to, outcome: await Promise.race([sent, timeOut.promise]), reason: "" };
  } catch (error) {
    context.log.warn({ err: error }, "a test mail could not be sent");
    const reason = tellError(error).slice(0, reasonCharactersMax);
    return { to, outcome: error instanceof MailRefusedError ? "refused" : "failed", reason };
  } finally {
    clearTimeout(timer);
  }
}
