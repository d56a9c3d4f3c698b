import type { TransferObstacle, TransferTarget } from "@blueprint/contract/blueprint-transfer";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { errorCatalogue } from "@blueprint/contract/errors";
import type { TeamId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatAmount, formatBytes, formatCount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { transferPreviewQuery, useTransferBlueprint } from "../transfer.queries.ts";
import { WhatMoves } from "./what-moves.tsx";

/** Asks which team to transfer a blueprint to, and lists what moves and what stays. */
export function TransferDialog({
  blueprint,
  open,
  onOpenChange,
}: {
  readonly blueprint: Blueprint;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Move to another team"
      description={blueprint.name}
      width="wide"
    >
      <TransferForm blueprint={blueprint} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function TransferForm({ blueprint, onDone }: { readonly blueprint: Blueprint; readonly onDone: () => void }) {
  const preview = useQuery(transferPreviewQuery(blueprint.id));
  const [chosenId, setChosenId] = useState<TeamId | null>(null);
  const move = useTransferBlueprint(blueprint.id);
  const source = useTeamName(blueprint.teamId);

  if (preview.isPending) return <Spinner label="Checking what moves" />;
  if (preview.data === undefined) return <LoadFailure query={preview} />;
  const { targets, isBusy } = preview.data;
  const target = targets.find(({ teamId, obstacle }) => teamId === chosenId && obstacle === null);

  const start = (to: TransferTarget) =>
    // Not as mutation callbacks: they unmount with this dialog, which disappears with its blueprint.
    move.mutateAsync(to.teamId).then(
      () => {
        onDone();
        toasts.add({
          title: `${blueprint.name} is in ${to.name}`,
          ...(preview.data.isPublished ? { description: "Its links stay the same for visitors." } : {}),
          ...(roleMay(to.role, "blueprint.transfer") ? { action: { label: "Undo", run: () => void moveBack() } } : {}),
        });
      },
      () => {},
    );
  const moveBack = () =>
    move.mutateAsync(blueprint.teamId).then(
      () => toasts.add({ title: `${blueprint.name} moved back to ${source}` }),
      (error: unknown) =>
        toasts.add({
          title: `${blueprint.name} couldn't be moved back`,
          description: readableError(error),
          variant: "destructive",
        }),
    );

  if (targets.length === 0)
    return (
      <>
        <Notice title="No team to move it to">
          You can move a blueprint to a team where you're an owner, admin or editor. Create a team, or ask to be invited
          to one.
        </Notice>
        <DialogActions>
          <Button onClick={onDone}>Close</Button>
        </DialogActions>
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (target !== undefined && !isBusy) void start(target);
      }}
    >
      <div className="grid gap-5">
        {isBusy ? <Notice tone="attention">{errorCatalogue["transfer-busy"].message}</Notice> : null}
        <RadioCards
          label="To"
          columns={targets.length === 1 ? 1 : 2}
          options={targets.map(toCard)}
          value={target?.teamId}
          onChange={setChosenId}
        />
        <WhatMoves preview={preview.data} source={source} target={target} />
        {move.error ? <Notice tone="danger">{readableError(move.error)}</Notice> : null}
      </div>
      <DialogActions>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={move.isPending} disabled={target === undefined || isBusy}>
          {target === undefined ? "Move" : `Move to ${target.name}`}
        </Button>
      </DialogActions>
    </form>
  );
}

function useTeamName(teamId: TeamId): string {
  return useMe().teams.find((team) => team.teamId === teamId)?.name ?? "this team";
}

function toCard({ teamId, name, isPersonal, role, obstacle }: TransferTarget) {
  const text = obstacle === null ? (isPersonal ? "Your own team" : `You're an ${role} there`) : describe(obstacle);
  return { value: teamId, label: name, text, isDisabled: obstacle !== null };
}

function describe({ limit, used, added, max }: TransferObstacle): string {
  if (limit !== "storageBytes")
    return `No room: ${formatCount(used)} of ${formatAmount(max, "published blueprint")} are used.`;
  return `No room: ${formatBytes(used)} of ${formatBytes(max)} are used, and this needs ${formatBytes(added)}.`;
}
