import { removeObjects } from "@blueprint/scene/object-operations";
import type { Plan } from "@blueprint/scene/plan";
import { Button } from "../../../../ui/button.tsx";
import type { ViewerScan } from "../../../viewer/viewer.ts";
import { useEditorRoom } from "../../use-editor-room.ts";
import type { AlignTask } from "./align-task.ts";
import { formatOffset } from "./format-offset.ts";
import { PlanFields } from "./plan-fields.tsx";
import { PlanPairs } from "./plan-pairs.tsx";
import { PlanPicker } from "./plan-picker.tsx";

/** The drawing with its points: a pick here and one in the place form a pair. Each pair is saved at once. */
export function AlignPlan({
  plan,
  task,
  scans,
}: {
  readonly plan: Plan;
  readonly task: Extract<AlignTask, { kind: "plan" }>;
  readonly scans: readonly ViewerScan[];
}) {
  const { connection, store, attempt } = useEditorRoom();
  const complete = plan.pairs.filter(({ world }) => world !== null).length;
  const remove = () => {
    if (attempt((doc) => removeObjects(doc, [{ kind: "plans", id: plan.id }])) === null) return;
    store.setState({ align: null });
    connection.announce("Plan removed from its storey. You can undo this.");
  };
  return (
    <div className="grid gap-3">
      <p className="text-pretty" aria-live="polite">
        {task.picked === null
          ? complete < 2
            ? "Pick a point on the plan that you can find in the 3D view, such as a wall corner."
            : "Pick another point on the plan to check and improve the fit."
          : "Now click the same point in the 3D view."}
      </p>
      <PlanPicker
        plan={plan}
        task={task}
        scans={scans}
        onPick={(picked) => store.setState({ align: { ...task, picked }, hint: null })}
      />
      {plan.placement === null || complete < 3 ? (
        complete === 2 ? (
          <p className="text-caption text-ink-soft">Two pairs always fit exactly. Add a third to check accuracy.</p>
        ) : null
      ) : (
        <p data-plan-error className="font-mono">
          Off by {formatOffset(plan.placement.rms)} on average
        </p>
      )}
      {plan.pairs.length === 0 ? null : <PlanPairs plan={plan} />}
      <PlanFields plan={plan} />
      <Button size="small" className="justify-self-start" onClick={remove}>
        Remove from storey
      </Button>
    </div>
  );
}
