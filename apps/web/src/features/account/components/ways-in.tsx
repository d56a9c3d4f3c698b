import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import {
  googleStateQuery,
  signInMethodsQuery,
  useLinkGoogle,
  useRemovePasskey,
  useUnlinkGoogle,
} from "../account.queries.ts";
import { PasskeyDialog } from "./passkey-dialog.tsx";

/** Passkeys and Google: sign-in methods other than the password. */
export function WaysIn() {
  const { data: methods } = useQuery(signInMethodsQuery);
  const { data: known } = useQuery(googleStateQuery);
  const [isAdding, setAdding] = useState(false);
  const removePasskey = useRemovePasskey();
  const link = useLinkGoogle();
  const unlink = useUnlinkGoogle();
  const failure = removePasskey.error ?? link.error ?? unlink.error;
  if (methods === undefined) return null;
  const isOwnOrigin = methods.passkeyOrigin === location.origin;
  const canUse = isOwnOrigin && "PublicKeyCredential" in window;
  return (
    <SettingsSheet title="Passkeys and Google" text="Sign in with your device's screen lock.">
      {methods.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <SettingsRow
          key={id}
          title={name}
          text={`Passkey, added ${formatDate(createdAt)}${lastUsedAt === null ? ", not used yet" : `, used ${formatDate(lastUsedAt)}`}.`}
        >
          <Button
            aria-label={`Remove the passkey ${name}`}
            busy={removePasskey.isPending && removePasskey.variables === id}
            onClick={() => removePasskey.mutate(id)}
          >
            Remove
          </Button>
        </SettingsRow>
      ))}
      <SettingsRow
        title={methods.passkeys.length === 0 ? "No passkey yet" : "Another passkey"}
        text={
          canUse
            ? "Works on this device and any it syncs with."
            : isOwnOrigin
              ? "This browser doesn't support passkeys, or the page isn't on https."
              : `Passkeys belong to ${methods.passkeyOrigin}. Open the settings there.`
        }
      >
        {canUse ? <Button onClick={() => setAdding(true)}>Add a passkey</Button> : null}
      </SettingsRow>
      {methods.google !== null ? (
        <SettingsRow title="Google" text={`Linked ${formatDate(methods.google.linkedAt)}.`}>
          <Button busy={unlink.isPending} onClick={() => unlink.mutate()}>
            Unlink Google
          </Button>
        </SettingsRow>
      ) : known?.google === "available" ? (
        <SettingsRow title="Google" text="Not linked. You can choose an account with a different address.">
          <Button busy={link.isPending} onClick={() => link.mutate()}>
            Link Google
          </Button>
        </SettingsRow>
      ) : null}
      {failure === null ? null : (
        <div className="p-4">
          <Notice tone="danger">{readableError(failure)}</Notice>
        </div>
      )}
      <PasskeyDialog open={isAdding} onOpenChange={setAdding} />
    </SettingsSheet>
  );
}
