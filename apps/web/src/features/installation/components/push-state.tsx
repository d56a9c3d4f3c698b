import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";

/** Shows whether push notifications are available and, if not, what is missing. */
export function PushState({ contact }: { readonly contact: string | null }) {
  return (
    <SettingsSheet title="Push notifications">
      {contact === null ? (
        <SettingsRow
          title="Push is off"
          text="Push services need a way to reach you. Add a support address above, or set MAIL_FROM or an https PUBLIC_URL."
        />
      ) : (
        <SettingsRow
          title="People can turn push on"
          text={`Push services can reach you at ${contact.replace("mailto:", "")}.`}
        />
      )}
    </SettingsSheet>
  );
}
