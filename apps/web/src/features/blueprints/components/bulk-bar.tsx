import type { Blueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { roleMay, type TeamRole } from "@blueprint/contract/roles";
import { formatAmount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { type NewToast, toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { type BlueprintMove, useMoveBlueprints } from "../blueprints.queries.ts";

const words: Record<BlueprintMove, { readonly doing: (amount: string) => string; readonly done: string }> = {
  archived: { doing: (amount) => `Archiving ${amount}…`, done: "archived" },
  binned: { doing: (amount) => `Moving ${amount} to the bin…`, done: "moved to the bin" },
  restored: { doing: (amount) => `Restoring ${amount}…`, done: "restored" },
};

/** Actions on all ticked blueprints. */
export function BulkBar({
  ticked,
  role,
  isAway,
  onDone,
}: {
  readonly ticked: readonly Blueprint[];
  readonly role: TeamRole;
  /** The blueprints are in the archive or in the bin. */
  readonly isAway: boolean;
  readonly onDone: () => void;
}) {
  const move = useMoveBlueprints();
  // Not as mutation callbacks: they unmount with this bar, which disappears once no ticked blueprint is in view.
  const run = async (to: BlueprintMove, ids: readonly BlueprintId[]) => {
    const toastId = toasts.add({ title: words[to].doing(formatAmount(ids.length, "blueprint")) });
    const { moved, refused } = await move.mutateAsync({ ids, to });
    onDone();
    const result: NewToast = {
      title: `${formatAmount(moved.length, "blueprint")} ${words[to].done}`,
      ...(refused.length === 0
        ? {}
        : {
            description: `${formatAmount(refused.length, "blueprint")} not moved. ${readableError(refused[0])}`,
            variant: "destructive",
          }),
      ...(to === "restored" || moved.length === 0
        ? {}
        : { action: { label: "Undo", run: () => void run("restored", moved) } }),
    };
    if (!toasts.update(toastId, result)) toasts.add(result);
  };
  const ids = ticked.map(({ id }) => id);
  const button = (to: BlueprintMove, label: string) => (
    <Button size="small" busy={move.isPending && move.variables.to === to} onClick={() => void run(to, ids)}>
      {label}
    </Button>
  );
  return (
    <fieldset aria-label="Selected blueprints" className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="mr-1">{formatAmount(ticked.length, "blueprint")} selected</span>
      {isAway ? button("restored", "Restore") : button("archived", "Archive")}
      {roleMay(role, "blueprint.delete") && ticked.some(({ state }) => state !== "binned")
        ? button("binned", "Move to bin")
        : null}
      <Button size="small" variant="quiet" onClick={onDone}>
        Clear
      </Button>
    </fieldset>
  );
}
