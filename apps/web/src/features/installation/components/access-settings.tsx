import { installationSettingLabels } from "@blueprint/contract/installation-settings";
import { CheckboxList } from "../../../ui/checkbox-list.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { SettingsForm } from "../settings-form.ts";
import type { SettingsField } from "../use-settings-edit.ts";
import { SettingsGroup } from "./settings-group.tsx";

const ways = ["takesAccessRequests", "allowsGoogle"] as const;
type Way = (typeof ways)[number];

/** How people get in. */
export function AccessSettings({
  form,
  field,
  hasGoogle,
  onChange,
}: {
  readonly form: SettingsForm;
  readonly field: SettingsField;
  /** Whether the server's environment has the keys for Google sign-in. */
  readonly hasGoogle: boolean;
  readonly onChange: (change: Partial<SettingsForm>) => void;
}) {
  return (
    <SettingsGroup title="Access">
      <CheckboxList<Way>
        label="Sign-in options"
        options={[
          {
            value: "takesAccessRequests",
            label: installationSettingLabels.takesAccessRequests,
            text: "People without an invitation can ask for one. Earlier requests stay in your list.",
          },
          {
            value: "allowsGoogle",
            label: installationSettingLabels.allowsGoogle,
            text: hasGoogle
              ? "If you turn this off, people who only use Google set a password by email. No one is signed out."
              : "Requires GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, which aren't set.",
          },
        ]}
        chosen={ways.filter((way) => form[way])}
        onChange={(chosen) =>
          onChange({
            takesAccessRequests: chosen.includes("takesAccessRequests"),
            allowsGoogle: chosen.includes("allowsGoogle"),
          })
        }
      />
      <TextField
        label={installationSettingLabels.invitationValidDays}
        inputMode="numeric"
        hint="For links sent from now on. 1 to 90."
        className="max-w-60"
        {...field("invitationValidDays")}
      />
    </SettingsGroup>
  );
}
