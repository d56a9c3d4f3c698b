import type { Plan } from "@blueprint/scene/plan";
import { toStoreyName } from "@blueprint/scene/storey";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { editFields } from "../../edit-fields.ts";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import { NumberField } from "../number-field.tsx";

/** A plan's name, its storey and its transparency. */
export function PlanFields({ plan }: { readonly plan: Plan }) {
  const { attempt } = useEditorRoom();
  const { scene } = useDocument();
  const { type, choose } = editFields(attempt, "plans", plan.id);
  return (
    <>
      <TextField
        label="Name"
        value={plan.name}
        maxLength={120}
        onChange={(event) => type({ name: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-2">
        {scene.floors.length === 0 ? (
          <NumberField
            label="Storey"
            unit="0 is the ground floor"
            step={1}
            digits={0}
            value={plan.floor}
            onChange={(storey) => type({ floor: Math.round(storey) })}
          />
        ) : (
          <Select
            label="Storey"
            value={String(plan.floor)}
            options={scene.floors.map((one) => ({ value: String(one.storey), label: toStoreyName(one) }))}
            onChange={({ target }) => choose({ floor: Number(target.value) })}
          />
        )}
        <NumberField
          label="Opacity"
          unit="%"
          step={5}
          digits={0}
          min={0}
          max={100}
          value={plan.opacity * 100}
          onChange={(percent) => type({ opacity: percent / 100 })}
        />
      </div>
    </>
  );
}
