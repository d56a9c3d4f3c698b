import type { Plan } from "@blueprint/scene/plan";
import { transformPoint2 } from "@blueprint/scene/similarity";
import { type SpaceMove, transformObjects } from "@blueprint/scene/transform-objects";
import { useEditorRoom } from "../../use-editor-room.ts";
import { NumberField } from "../number-field.tsx";

/** Where a placed plan lies, as figures: its middle, its angle and its width. All its pairs move along. */
export function PlanPlacementFields({ plan }: { readonly plan: Plan }) {
  const { attempt } = useEditorRoom();
  if (plan.placement === null) return null;
  const { similarity } = plan.placement;
  const [x, z] = transformPoint2(similarity, [plan.widthPixels / 2, plan.heightPixels / 2]);
  const width = plan.widthPixels * similarity.scale;
  // Seen from above, x towards z is clockwise.
  const turn = -similarity.angle;
  const type = (field: string, by: SpaceMove) => {
    const refs = [{ kind: "plans", id: plan.id }] as const;
    attempt((doc) => transformObjects(doc, refs, { ...by, pivot: [x, 0, z] }), { joins: `plan ${plan.id} ${field}` });
  };
  return (
    <div className="grid grid-cols-2 gap-1.5">
      <NumberField label="X" unit="m" value={x} onChange={(to) => type("x", { shift: [to - x, 0, 0] })} />
      <NumberField label="Z" unit="m" value={z} onChange={(to) => type("z", { shift: [0, 0, to - z] })} />
      <NumberField
        label="Turn"
        unit="°"
        value={(turn * 180) / Math.PI}
        onChange={(degrees) => type("turn", { turn: (degrees * Math.PI) / 180 - turn })}
      />
      <NumberField
        label="Width"
        unit="m"
        min={0.01}
        max={100_000}
        value={width}
        onChange={(metres) => type("width", { scale: metres / width })}
      />
    </div>
  );
}
