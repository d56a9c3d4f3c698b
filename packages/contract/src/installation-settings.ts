import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { emailSchema, linesOfText } from "./text.ts";

const days = (min: number, max: number) => {
  const error = `From ${min} to ${max} days.`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};
const line = (charactersMax: number) =>
  linesOfText(charactersMax).refine((text) => !/[\r\n]/.test(text), { error: "Must be one line." });

export const invoiceIssuerSchema = z.strictObject({
  name: line(limits.issuerNameCharactersMax),
  address: linesOfText(limits.issuerAddressCharactersMax),
  taxId: line(limits.issuerTaxIdCharactersMax),
  paymentInstructions: linesOfText(limits.paymentInstructionsCharactersMax),
});
export type InvoiceIssuer = z.infer<typeof invoiceIssuerSchema>;

/** What an operator sets while the installation runs. Empty texts are not set. */
export const installationSettingsSchema = z.strictObject({
  /** Whose installation it is: in mails, on the sign-in page, in the privacy text. */
  name: line(limits.installationNameCharactersMax),
  supportEmail: z.union([z.literal(""), emailSchema], { error: "Invalid email address" }),
  /** Told to everybody who is signed in, and to who signs in. */
  announcement: linesOfText(limits.announcementCharactersMax),
  takesAccessRequests: z.boolean(),
  invitationValidDays: days(1, 90),
  /** False closes sign-in with Google even where it is configured. */
  allowsGoogle: z.boolean(),
  /** Null: as the price book says. 0: nobody can try. */
  trialDays: days(0, 365).nullable(),
  invoiceDueDays: days(1, 90),
  /** What stands on invoices from now on; those that exist keep what they were made with. */
  invoiceIssuer: invoiceIssuerSchema,
});
export type InstallationSettings = z.infer<typeof installationSettingsSchema>;

export const defaultInstallationSettings: InstallationSettings = {
  name: "",
  supportEmail: "",
  announcement: "",
  takesAccessRequests: true,
  invitationValidDays: limits.invitationValidDays,
  allowsGoogle: true,
  trialDays: null,
  invoiceDueDays: limits.invoiceDueDays,
  invoiceIssuer: { name: "", address: "", taxId: "", paymentInstructions: "" },
};

/** The fields by the words of the screen, as the list of changes names them. */
export const installationSettingLabels = {
  name: "Name of the installation",
  supportEmail: "Address for support",
  announcement: "Announcement",
  takesAccessRequests: "Requests for access",
  invitationValidDays: "Days an invitation is valid",
  allowsGoogle: "Sign-in with Google",
  trialDays: "Days to try a plan",
  invoiceDueDays: "Days to pay an invoice",
  "invoiceIssuer.name": "Issuer of invoices",
  "invoiceIssuer.address": "Issuer's address",
  "invoiceIssuer.taxId": "Issuer's tax number",
  "invoiceIssuer.paymentInstructions": "How to pay",
} as const satisfies Record<string, string>;
export type InstallationSettingName = keyof typeof installationSettingLabels;

const settingValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type SettingValue = z.infer<typeof settingValue>;

const changeSchema = z.object({
  id: z.uuid(),
  at: z.string(),
  actorName: z.string(),
  ipAddress: z.string().nullable(),
  fields: z.array(z.object({ name: z.string(), from: settingValue, to: settingValue })),
});
export type InstallationChange = z.infer<typeof changeSchema>;

const settingsView = z.object({
  settings: installationSettingsSchema,
  /** Grows with every change; a change names the one it is based on. */
  version: z.number().int(),
  /** The latest ones, newest first. */
  changes: z.array(changeSchema),
  /** The server's environment: which variables are set, never to what. */
  environment: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
  /** Without a mail server mails become files in the data folder. */
  mailGoesTo: z.enum(["smtp", "files"]),
});
export type InstallationSettingsView = z.infer<typeof settingsView>;

export const getInstallation = defineEndpoint({
  method: "GET",
  url: "/api/installation",
  access: "anyone",
  summary:
    "What everybody may know of this installation: its name, where to ask for help, what its operators announce.",
  schema: {
    response: installationSettingsSchema.pick({
      name: true,
      supportEmail: true,
      announcement: true,
      takesAccessRequests: true,
      invitationValidDays: true,
    }),
  },
  errors: [],
});

export const getInstallationSettings = defineEndpoint({
  method: "GET",
  url: "/api/operator/settings",
  access: "operator",
  summary: "The settings of this installation, who changed them, and which environment variables are set.",
  schema: { response: settingsView },
  errors: [],
});

export const saveInstallationSettings = defineEndpoint({
  method: "PUT",
  url: "/api/operator/settings",
  access: "operator",
  summary: "Changes the settings. They apply at once, on every server. Based on an older version it is a conflict.",
  schema: {
    body: z.object({ basedOnVersion: z.number().int().min(0), settings: installationSettingsSchema }),
    response: settingsView,
  },
  errors: ["conflict"],
});

export const sendTestMail = defineEndpoint({
  method: "POST",
  url: "/api/operator/test-mail",
  access: "operator",
  summary: "Sends a mail to one's own address and waits for what the mail server says.",
  schema: {
    response: z.object({
      to: z.string(),
      /** `accepted` by the mail server; `written` as a file; `refused` for good; `failed`: it may work later. */
      outcome: z.enum(["accepted", "written", "refused", "failed"]),
      /** The mail server's words, empty when it took it. */
      reason: z.string(),
    }),
  },
  errors: [],
});
