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

/** Settings an operator changes while the installation runs. An empty text means unset. */
export const installationSettingsSchema = z.strictObject({
  /** Name of the installation, shown in mails, on the sign-in page and in the privacy text. */
  name: line(limits.installationNameCharactersMax),
  supportEmail: z.union([z.literal(""), emailSchema], { error: "Invalid email address" }),
  /** Shown to everyone who is signed in or signing in. */
  announcement: linesOfText(limits.announcementCharactersMax),
  takesAccessRequests: z.boolean(),
  invitationValidDays: days(1, 90),
  /** False disables sign-in with Google even where it is configured. */
  allowsGoogle: z.boolean(),
  /** Null: the price book's value. 0: no trials. */
  trialDays: days(0, 365).nullable(),
  invoiceDueDays: days(1, 90),
  /** Printed on invoices from now on; existing invoices keep theirs. */
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

/** Display names of the fields, used in the list of changes. */
export const installationSettingLabels = {
  name: "Installation name",
  supportEmail: "Support address",
  announcement: "Announcement",
  takesAccessRequests: "Access requests",
  invitationValidDays: "Invitation validity in days",
  allowsGoogle: "Sign in with Google",
  trialDays: "Trial length in days",
  invoiceDueDays: "Invoice payment term in days",
  "invoiceIssuer.name": "Invoice issuer",
  "invoiceIssuer.address": "Issuer's address",
  "invoiceIssuer.taxId": "Issuer's tax ID",
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
  /** Grows with every change; a change names the version it is based on. */
  version: z.number().int(),
  /** The latest changes, newest first. */
  changes: z.array(changeSchema),
  /** Which variables of the server's environment are set, never their values. */
  environment: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
  /** Without a mail server, mails are written as files to the data folder. */
  mailGoesTo: z.enum(["smtp", "files"]),
  /** The operators' contact for push services, `mailto:` or `https:`. Null: none is known, push is off. */
  pushContact: z.string().nullable(),
});
export type InstallationSettingsView = z.infer<typeof settingsView>;

export const getInstallation = defineEndpoint({
  method: "GET",
  url: "/api/installation",
  access: "anyone",
  summary: "Public facts about this installation: its name, its support address and its operators' announcement.",
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
  summary:
    "Changes the settings. They apply immediately on every server. A change based on an older version is a conflict.",
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
  summary: "Sends a test email to the caller's own address and waits for the mail server's response.",
  schema: {
    response: z.object({
      to: z.string(),
      /** `accepted` by the mail server; `written` as a file; `refused` permanently; `failed` temporarily. */
      outcome: z.enum(["accepted", "written", "refused", "failed"]),
      /** The mail server's response text; empty on success. */
      reason: z.string(),
    }),
  },
  errors: [],
});
