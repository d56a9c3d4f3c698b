import { installationSettingLabels } from "@blueprint/contract/installation-settings";
import { limits } from "@blueprint/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { priceBookQuery } from "../../../lib/price-book.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { SettingsField } from "../use-settings-edit.ts";
import { SettingsGroup } from "./settings-group.tsx";

/** The trial and what invoices say. */
export function BillingSettings({
  field,
  hasCards,
  savedTrialDays,
}: {
  readonly field: SettingsField;
  /** Whether the server's environment has the keys for card payment. */
  readonly hasCards: boolean;
  /** Null if the price book decides. */
  readonly savedTrialDays: number | null;
}) {
  const prices = useQuery(priceBookQuery);
  return (
    <SettingsGroup
      title="Plans and invoices"
      text={
        hasCards
          ? "Card payment is set up, so no new invoices are created."
          : "Invoices keep the details that were set when they were created."
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={installationSettingLabels.trialDays}
          optional
          inputMode="numeric"
          hint={`Leave empty for the price book's value. 0 turns trials off.${
            prices.data === undefined || savedTrialDays !== null
              ? ""
              : ` The price book says ${prices.data.book.trial.days}.`
          }`}
          {...field("trialDays")}
        />
        <TextField
          label={installationSettingLabels.invoiceDueDays}
          inputMode="numeric"
          hint="From 1 to 90."
          {...field("invoiceDueDays")}
        />
        <TextField
          label={installationSettingLabels["invoiceIssuer.name"]}
          optional
          maxLength={limits.issuerNameCharactersMax}
          {...field("issuerName", "invoiceIssuer.name")}
        />
        <TextField
          label={installationSettingLabels["invoiceIssuer.taxId"]}
          optional
          maxLength={limits.issuerTaxIdCharactersMax}
          {...field("issuerTaxId", "invoiceIssuer.taxId")}
        />
      </div>
      <TextArea
        label={installationSettingLabels["invoiceIssuer.address"]}
        optional
        maxLength={limits.issuerAddressCharactersMax}
        {...field("issuerAddress", "invoiceIssuer.address")}
      />
      <TextArea
        label={installationSettingLabels["invoiceIssuer.paymentInstructions"]}
        optional
        hint="Such as an account number. Shown below the total."
        maxLength={limits.paymentInstructionsCharactersMax}
        {...field("paymentInstructions", "invoiceIssuer.paymentInstructions")}
      />
    </SettingsGroup>
  );
}
