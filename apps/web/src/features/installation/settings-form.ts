import {
  type InstallationChange,
  type InstallationSettingName,
  type InstallationSettings,
  installationSettingLabels,
  type SettingValue,
} from "@blueprint/contract/installation-settings";

/** Settings as form values: numbers as text. */
export interface SettingsForm {
  readonly name: string;
  readonly supportEmail: string;
  readonly announcement: string;
  readonly takesAccessRequests: boolean;
  readonly invitationValidDays: string;
  readonly allowsGoogle: boolean;
  readonly trialDays: string;
  readonly invoiceDueDays: string;
  readonly issuerName: string;
  readonly issuerAddress: string;
  readonly issuerTaxId: string;
  readonly paymentInstructions: string;
}

export function toForm({ invoiceIssuer, ...settings }: InstallationSettings): SettingsForm {
  return {
    ...settings,
    invitationValidDays: String(settings.invitationValidDays),
    trialDays: settings.trialDays === null ? "" : String(settings.trialDays),
    invoiceDueDays: String(settings.invoiceDueDays),
    issuerName: invoiceIssuer.name,
    issuerAddress: invoiceIssuer.address,
    issuerTaxId: invoiceIssuer.taxId,
    paymentInstructions: invoiceIssuer.paymentInstructions,
  };
}

/** Maps an invalid number to one that the server rejects with a reason. */
export function toSettings(form: SettingsForm): InstallationSettings {
  return {
    name: form.name,
    supportEmail: form.supportEmail.trim(),
    announcement: form.announcement,
    takesAccessRequests: form.takesAccessRequests,
    invitationValidDays: toNumber(form.invitationValidDays),
    allowsGoogle: form.allowsGoogle,
    trialDays: form.trialDays.trim() === "" ? null : toNumber(form.trialDays),
    invoiceDueDays: toNumber(form.invoiceDueDays),
    invoiceIssuer: {
      name: form.issuerName,
      address: form.issuerAddress,
      taxId: form.issuerTaxId,
      paymentInstructions: form.paymentInstructions,
    },
  };
}

function toNumber(text: string): number {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : -1;
}

/** Formats a value in the list of changes. */
export function toValueWords(value: SettingValue): string {
  if (value === null) return "price book value";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (value === "") return "nothing";
  return typeof value === "number" ? String(value) : `“${value.replace(/\s+/g, " ")}”`;
}

/** Label of a field in the list of changes; an unknown one from a newer version keeps its own name. */
export function toFieldLabel(name: string): string {
  return installationSettingLabels[name as InstallationSettingName] ?? name;
}

/** The changes that came after those already seen. */
export function listUnseen(
  changes: readonly InstallationChange[],
  seen: readonly InstallationChange[],
): readonly InstallationChange[] {
  return changes.filter(({ id }) => !seen.some((known) => known.id === id));
}
