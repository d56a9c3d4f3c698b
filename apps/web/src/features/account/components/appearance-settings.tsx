import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { ThemeChoice } from "../../../ui/theme-choice.tsx";

export function AppearanceSettings() {
  return (
    <SettingsSheet title="Appearance">
      <SettingsRow title="Theme" text="Applies to this device. Choose light, dark or your system setting.">
        <ThemeChoice />
      </SettingsRow>
    </SettingsSheet>
  );
}
