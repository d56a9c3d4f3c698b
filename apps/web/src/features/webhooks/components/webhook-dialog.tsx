import { limits } from "@blueprint/contract/limits";
import { type TeamEventType, teamEventTypes, teamEventWords, type Webhook } from "@blueprint/contract/webhooks";
import { type FormEvent, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxList } from "../../../ui/checkbox-list.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useCreateWebhook, useUpdateWebhook } from "../webhooks.queries.ts";

/** Creates a webhook and shows its secret once, or edits the given one. */
export function WebhookDialog({
  webhook,
  open,
  onOpenChange,
}: {
  readonly webhook?: Webhook;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const change = (isOpen: boolean) => {
    onOpenChange(isOpen);
    if (!isOpen) setSecret(null);
  };
  if (webhook !== undefined)
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title="Edit webhook">
        <ChangeForm webhook={webhook} onDone={() => onOpenChange(false)} />
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={secret === null ? "New webhook" : "Copy your secret now"}
      description={
        secret === null
          ? "We send a JSON POST request for each event."
          : "You won't see it again. The receiver uses it to verify requests."
      }
    >
      {secret === null ? (
        <CreateForm onMade={setSecret} onCancel={() => change(false)} />
      ) : (
        <ShownOnce label="Signing secret" secret={secret} onCopied={() => change(false)} />
      )}
    </Dialog>
  );
}

function CreateForm({
  onMade,
  onCancel,
}: {
  readonly onMade: (secret: string) => void;
  readonly onCancel: () => void;
}) {
  const team = useCurrentTeam();
  const create = useCreateWebhook(team.teamId);
  return (
    <WebhookForm
      error={create.error}
      isBusy={create.isPending}
      action="Create webhook"
      onCancel={onCancel}
      onSubmit={(fields) => create.mutate(fields, { onSuccess: ({ secret }) => onMade(secret) })}
    />
  );
}

function ChangeForm({ webhook, onDone }: { readonly webhook: Webhook; readonly onDone: () => void }) {
  const team = useCurrentTeam();
  const update = useUpdateWebhook(team.teamId, webhook.id);
  return (
    <WebhookForm
      initial={webhook}
      error={update.error}
      isBusy={update.isPending}
      action="Save"
      onCancel={onDone}
      onSubmit={(fields) => update.mutate(fields, { onSuccess: onDone })}
    />
  );
}

function WebhookForm({
  initial,
  error,
  isBusy,
  action,
  onSubmit,
  onCancel,
}: {
  readonly initial?: Webhook;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly action: string;
  readonly onSubmit: (fields: { url: string; events: TeamEventType[] }) => void;
  readonly onCancel: () => void;
}) {
  const [url, setUrl] = useState(initial?.url ?? "");
  const [events, setEvents] = useState<readonly TeamEventType[]>(initial?.events ?? ["blueprint.published"]);
  const urlError = fieldError(error, "url");
  const eventsError = fieldError(error, "events");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ url: url.trim(), events: [...events] });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {error && urlError === undefined && eventsError === undefined ? (
        <Notice tone="danger">{readableError(error)}</Notice>
      ) : null}
      <TextField
        label="Address"
        type="url"
        placeholder="https://"
        required
        maxLength={limits.webhookUrlCharactersMax}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={urlError}
      />
      <CheckboxList
        label="Events"
        options={teamEventTypes.map((value) => ({ value, label: teamEventWords[value] }))}
        chosen={events}
        onChange={setEvents}
        error={eventsError}
      />
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
