import type { Webhook } from "@blueprint/contract/webhooks";
import { KeyRound, MoreHorizontal, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { useDeleteWebhook, useRenewSecret, useUpdateWebhook } from "../webhooks.queries.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

/** Actions on a webhook. */
export function WebhookMenu({ webhook }: { readonly webhook: Webhook }) {
  const team = useCurrentTeam();
  const [open, setOpen] = useState<"edit" | "secret" | "delete" | null>(null);
  const update = useUpdateWebhook(team.teamId, webhook.id);
  const remove = useDeleteWebhook(team.teamId, webhook.id);
  const isOn = webhook.disabledAt === null;
  const close = (isOpen: boolean) => {
    if (!isOpen) setOpen(null);
  };
  return (
    <>
      <Menu
        trigger={<IconButton label={`Actions for ${new URL(webhook.url).host}`} icon={MoreHorizontal} size="small" />}
      >
        <MenuItem icon={Pencil} onSelect={() => setOpen("edit")}>
          Edit…
        </MenuItem>
        <MenuItem icon={isOn ? Pause : Play} onSelect={() => update.mutate({ isEnabled: !isOn })}>
          {isOn ? "Stop" : "Resume"}
        </MenuItem>
        <MenuItem icon={KeyRound} onSelect={() => setOpen("secret")}>
          Renew secret…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setOpen("delete")}>
          Remove…
        </MenuItem>
      </Menu>
      <WebhookDialog webhook={webhook} open={open === "edit"} onOpenChange={close} />
      <RenewDialog webhook={webhook} open={open === "secret"} onOpenChange={close} />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={close}
        title="Remove this webhook?"
        description="This also removes its log and any messages waiting to be sent."
        confirm="Remove webhook"
        act={remove}
      />
    </>
  );
}

function RenewDialog({
  webhook,
  open,
  onOpenChange,
}: {
  readonly webhook: Webhook;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const team = useCurrentTeam();
  const renew = useRenewSecret(team.teamId, webhook.id);
  const change = (isOpen: boolean) => {
    onOpenChange(isOpen);
    if (!isOpen) renew.reset();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={renew.data === undefined ? "Renew the secret?" : "Copy the secret now"}
      description={
        renew.data === undefined
          ? "From then on, requests are signed with the new secret. The receiver needs it to verify them."
          : "You won't see it again."
      }
    >
      {renew.error ? <Notice tone="danger">{readableError(renew.error)}</Notice> : null}
      {renew.data === undefined ? (
        <DialogActions>
          <Button variant="quiet" onClick={() => change(false)}>
            Keep old secret
          </Button>
          <Button variant="primary" busy={renew.isPending} onClick={() => renew.mutate()}>
            Renew secret
          </Button>
        </DialogActions>
      ) : (
        <ShownOnce label="Signing secret" secret={renew.data.secret} onCopied={() => change(false)} />
      )}
    </Dialog>
  );
}
