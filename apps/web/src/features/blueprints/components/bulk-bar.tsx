import type { Blueprint } from "@blueprint/contract/blueprints";
import { roleMay, type TeamRole } from "@blueprint/contract/roles";
import { formatAmount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { type BlueprintMove, useMoveBlueprints } from "../blueprints.queries.ts";

const done: Record<BlueprintMove, string> = {
  archived: "archived",
  binned: "moved to the bin",
  restored: "restored",
};

/** What can be done with all blueprints that are ticked. */
export function BulkBar({
  ticked,
  role,
  isAway,
  onDone,
}: {
  readonly ticked: readonly Blueprint[];
  readonly role: TeamRole;
  /** They lie in the archive or in the bin. */
  readonly isAway: boolean;
  readonly onDone: () => void;
}) {
  const move = useMoveBlueprints();
  // Not as callbacks of the mutation: they go with this bar, which leaves when nothing that is ticked is shown any more.
  const run = async (to: BlueprintMove) => {
    const { moved, refused } = await move.mutateAsync({ ids: ticked.map(({ id }) => id), to });
    onDone();
    toasts.add({
      title: `${formatAmount(moved.length, "blueprint")} ${done[to]}`,
      ...(refused.length === 0
        ? {}
        : {
            description: `${formatAmount(refused.length, "blueprint")} not moved. ${readableError(refused[0])}`,
            variant: "destructive",
          }),
      ...(to === "restored" || moved.length === 0
        ? {}
        : { action: { label: "Undo", run: () => move.mutate({ ids: moved, to: "restored" }) } }),
    });
  };
  const button = (to: BlueprintMove, label: string) => (
    <Button size="small" busy={move.isPending && move.variables.to === to} onClick={() => void run(to)}>
      {label}
    </Button>
  );
  return (
    <fieldset aria-label="Ticked blueprints" className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="mr-1">{formatAmount(ticked.length, "blueprint")} ticked</span>
      {isAway ? button("restored", "Restore") : button("archived", "Archive")}
      {roleMay(role, "blueprint.delete") && ticked.some(({ state }) => state !== "binned")
        ? button("binned", "Move to the bin")
        : null}
      <Button size="small" variant="quiet" onClick={onDone}>
        Clear
      </Button>
    </fieldset>
  );
}
