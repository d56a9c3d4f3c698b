import { readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { useSendTestMail } from "../installation-settings.queries.ts";

/** Sends a test mail to the operator and shows the mail server's response. */
export function MailTest({ mailGoesTo }: { readonly mailGoesTo: "smtp" | "files" }) {
  const { profile } = useMe();
  const test = useSendTestMail();
  return (
    <SettingsSheet title="Email">
      <SettingsRow
        title={mailGoesTo === "smtp" ? "Email is sent through your mail server" : "Email is saved to files"}
        text={
          mailGoesTo === "smtp"
            ? "Sent through the server in SMTP_URL."
            : "SMTP_URL isn't set. Emails are saved in the “mail” folder of the data folder and aren't delivered."
        }
      >
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          Send test email
        </Button>
      </SettingsRow>
      {test.error ? (
        <div className="p-4">
          <Notice tone="danger">{readableError(test.error)}</Notice>
        </div>
      ) : test.data === undefined || test.isPending ? null : (
        <div className="p-4">
          <TestResult {...test.data} />
        </div>
      )}
      <p className="px-4 py-3 text-caption break-words text-ink-soft">
        Goes to your own address, {profile.email}, ahead of other emails.
      </p>
    </SettingsSheet>
  );
}

function TestResult({
  to,
  outcome,
  reason,
}: {
  readonly to: string;
  readonly outcome: "accepted" | "written" | "refused" | "failed";
  readonly reason: string;
}) {
  if (outcome === "accepted")
    return (
      <Notice tone="good" title="The mail server accepted it">
        Check the inbox of {to}, including the spam folder.
      </Notice>
    );
  if (outcome === "written")
    return (
      <Notice tone="attention" title="Saved to a file">
        Nothing was sent to {to}. Set SMTP_URL and restart the server to send emails.
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      title={outcome === "refused" ? "The mail server rejected it permanently" : "Couldn't send it"}
    >
      <p>{reason}</p>
      <p>Other emails stay in the queue and will be retried.</p>
    </Notice>
  );
}
