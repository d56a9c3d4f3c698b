import type { InstallationSettingsView } from "@blueprint/contract/installation-settings";
import { Button } from "../../../ui/button.tsx";
import { useSettingsEdit } from "../use-settings-edit.ts";
import { AccessSettings } from "./access-settings.tsx";
import { BillingSettings } from "./billing-settings.tsx";
import { IdentitySettings } from "./identity-settings.tsx";
import { SettingsProblem } from "./settings-problem.tsx";

/** The form of the settings that apply without a restart. */
export function SettingsEditor({ view }: { readonly view: InstallationSettingsView }) {
  const { form, set, field, submit, discard, isEdited, isBusy, error, theirs } = useSettingsEdit(view);
  const isSet = (name: string) => view.environment.some((variable) => variable.name === name && variable.isSet);
  return (
    <form onSubmit={submit} className="grid gap-8" noValidate aria-label="Settings of this installation">
      <IdentitySettings field={field} />
      <AccessSettings
        form={form}
        field={field}
        hasGoogle={isSet("GOOGLE_CLIENT_ID") && isSet("GOOGLE_CLIENT_SECRET")}
        onChange={set}
      />
      <BillingSettings
        field={field}
        hasCards={isSet("STRIPE_SECRET_KEY") && isSet("STRIPE_WEBHOOK_SECRET")}
        savedTrialDays={view.settings.trialDays}
      />
      {error === null ? null : <SettingsProblem error={error} theirs={theirs} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          Save settings
        </Button>
        {isEdited ? (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        ) : null}
      </div>
    </form>
  );
}
