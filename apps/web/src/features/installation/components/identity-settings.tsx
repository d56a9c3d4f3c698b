import { installationSettingLabels } from "@blueprint/contract/installation-settings";
import { limits } from "@blueprint/contract/limits";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { SettingsField } from "../use-settings-edit.ts";
import { SettingsGroup } from "./settings-group.tsx";

/** Who runs the installation, and what they announce. */
export function IdentitySettings({ field }: { readonly field: SettingsField }) {
  return (
    <SettingsGroup
      title="Who runs it"
      text="Shown in emails, on the sign-in and help pages, and in the privacy policy."
    >
      <TextField
        label={installationSettingLabels.name}
        optional
        hint="Such as “Harbour Museums”. Emails are sent under this name."
        maxLength={limits.installationNameCharactersMax}
        {...field("name")}
      />
      <TextField
        label={installationSettingLabels.supportEmail}
        optional
        type="email"
        inputMode="email"
        hint="Replies to emails go here, and people see it when something fails."
        {...field("supportEmail")}
      />
      <TextArea
        label={installationSettingLabels.announcement}
        optional
        hint="Everyone who is signed in or signing in sees it until you clear it."
        maxLength={limits.announcementCharactersMax}
        {...field("announcement")}
      />
    </SettingsGroup>
  );
}
