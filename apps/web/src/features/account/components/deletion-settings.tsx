import { accountKeptDays } from "@blueprint/contract/account-end";
import { useState } from "react";
import { formatDate } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { useKeepAccount } from "../account-end.queries.ts";
import { DeletionDialog } from "./deletion-dialog.tsx";

/** Deletes the account after a grace period. */
export function DeletionSettings() {
  const { deletionDueAt } = useMe();
  const [isAsking, setAsking] = useState(false);
  const keep = useKeepAccount();
  return (
    <SettingsSheet
      title="Delete account"
      text={`We delete your profile, sessions, inbox and any teams with only you in them after ${accountKeptDays} days. What you created in shared teams stays there, without your name.`}
    >
      {deletionDueAt === null ? (
        <SettingsRow title="Delete my account" text={`You can change your mind for ${accountKeptDays} days.`}>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </SettingsRow>
      ) : (
        <SettingsRow title="Your account will be deleted" text={`On ${formatDate(deletionDueAt)}, unless you keep it.`}>
          <Button variant="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
            Keep my account
          </Button>
        </SettingsRow>
      )}
      {keep.error === null ? null : (
        <div className="p-4">
          <Notice tone="danger">{readableError(keep.error)}</Notice>
        </div>
      )}
      <DeletionDialog open={isAsking} onOpenChange={setAsking} />
    </SettingsSheet>
  );
}
