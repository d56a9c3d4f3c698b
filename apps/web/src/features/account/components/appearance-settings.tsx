import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { ThemeChoice } from "../../../ui/theme-choice.tsx";

export function AppearanceSettings() {
  return (
    <SettingsSheet title="Appearance">
      <SettingsRow title="Theme" text="On this device. Paper or blueprint, or as your system says.">
        <ThemeChoice />
      </SettingsRow>
    </SettingsSheet>
  );
}
