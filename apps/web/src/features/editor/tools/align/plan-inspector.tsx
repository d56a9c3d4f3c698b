import type { Plan } from "@blueprint/scene/plan";
import { formatAmount } from "../../../../lib/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { editFields } from "../../edit-fields.ts";
import { toPlanName } from "../../object-names.ts";
import { useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { DeleteSelected } from "../delete-selected.tsx";
import { ObjectHead } from "../object-head.tsx";
import { startPlan } from "./align-actions.ts";
import { PlanPlacementFields } from "./plan-placement-fields.tsx";

/** A drawing on a storey: how well it fits, and the button that edits its points. */
export function PlanInspector({ plan }: { readonly plan: Plan }) {
  const room = useEditorRoom();
  const canEdit = useMayEdit();
  const complete = plan.pairs.filter(({ world }) => world !== null).length;
  return (
    <div className="grid content-start">
      <ObjectHead kind="Plan" name={toPlanName(plan)} />
      <div className="grid gap-4 p-4">
        <p className="text-lead font-strong break-words">{toPlanName(plan)}</p>
        <p className="text-ink-soft text-pretty">
          {plan.placement === null
            ? `${formatAmount(complete, "pair")} of points so far. Two place it; a third checks accuracy.`
            : complete === 2
              ? "Placed with two pairs of points. Add a third to check accuracy."
              : `Placed by ${complete} pairs of points, off by ${(plan.placement.rms * 100).toFixed(1)} cm on average.`}
        </p>
        {canEdit ? (
          <>
            <PlanPlacementFields plan={plan} />
            <div className="flex flex-wrap gap-2">
              <Button variant="primary" size="small" onClick={() => startPlan(room, plan.id)}>
                {complete === 0 ? "Place" : "Continue placing"}
              </Button>
              <Button
                size="small"
                onClick={() => editFields(room.attempt, "plans", plan.id).choose({ isHidden: !plan.isHidden })}
              >
                {plan.isHidden ? "Show" : "Hide"}
              </Button>
            </div>
            <div className="flex justify-end border-t border-hairline pt-4">
              <DeleteSelected />
            </div>
          </>
        ) : null}
      </div>
    </div>
  );
}
