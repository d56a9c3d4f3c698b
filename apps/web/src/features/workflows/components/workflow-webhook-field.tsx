import type { WebhookId } from "@blueprint/contract/ids";
import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";

export interface OfferedWebhook {
  readonly id: WebhookId;
  readonly url: string;
}

/** A choice of the team's webhooks, or the way to add one. */
export function WorkflowWebhookField({
  webhooks,
  value,
  error,
  onChange,
}: {
  readonly webhooks: readonly OfferedWebhook[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (webhookId: string) => void;
}) {
  if (webhooks.length === 0)
    return (
      <Notice
        action={
          <Button asChild size="small">
            <Link to="/settings" search={{ section: "webhooks" }}>
              Add webhook
            </Link>
          </Button>
        }
      >
        This team has no webhooks yet. Add one in settings, then choose it here.
      </Notice>
    );
  const isGone = !webhooks.some(({ id }) => id === value);
  return (
    <Select
      label="Webhook"
      options={[
        ...(isGone ? [{ value, label: "Choose one" }] : []),
        ...webhooks.map(({ id, url }) => ({ value: id, label: url })),
      ]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  );
}
