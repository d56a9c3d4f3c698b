import { type SpaceMove, transformObjects } from "@blueprint/scene/transform-objects";
import { useState } from "react";
import { formatAmount } from "../../../../lib/format.ts";
import { Button } from "../../../../ui/button.tsx";
import type { Selection } from "../../selection.ts";
import { useDocument, useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { DeleteSelected } from "../delete-selected.tsx";
import { NudgePad } from "../nudge-pad.tsx";
import { NumberField } from "../number-field.tsx";
import { ObjectHead } from "../object-head.tsx";
import { findPivot, listMovable } from "../transform/find-pivot.ts";

/** A multiple selection: its bulk actions, with typed numbers. */
export function SelectionInspector({ selection }: { readonly selection: Selection }) {
  const canEdit = useMayEdit();
  const amount = formatAmount(selection.length, "object");
  return (
    <div className="grid content-start">
      <ObjectHead kind={`${amount} selected`} name="together" />
      <div className="grid gap-4 p-4">
        <p className="text-ink-soft">{describeKinds(selection)}</p>
        {canEdit ? (
          <>
            <TypedMove selection={selection} />
            <NudgePad />
            <div className="flex justify-end border-t border-hairline pt-4">
              <DeleteSelected />
            </div>
          </>
        ) : null}
      </div>
    </div>
  );
}

const still = { x: 0, y: 0, z: 0, degrees: 0, scale: 1 };

/** Moves, rotates and scales the selection by typed numbers, in one step. */
export function TypedMove({ selection }: { readonly selection: Selection }) {
  const { connection, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const [typed, setTyped] = useState(still);
  const change = (values: Partial<typeof still>) => setTyped((before) => ({ ...before, ...values }));
  const apply = () => {
    const movable = listMovable(selection);
    const pivot = findPivot(scene, movable);
    if (pivot === null) return;
    const move: SpaceMove = {
      shift: [typed.x, typed.y, typed.z],
      turn: (typed.degrees * Math.PI) / 180,
      scale: typed.scale,
      pivot,
    };
    const moved = attempt((doc) => transformObjects(doc, movable, move));
    if (moved === null) return;
    setTyped(still);
    connection.announce(`${formatAmount(moved.length, "object")} moved.`);
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <h3 className="font-strong">Move by</h3>
      <div className="grid grid-cols-3 gap-1.5">
        <NumberField label="X" unit="m" value={typed.x} onChange={(x) => change({ x })} />
        <NumberField label="Y" unit="m" value={typed.y} onChange={(y) => change({ y })} />
        <NumberField label="Z" unit="m" value={typed.z} onChange={(z) => change({ z })} />
      </div>
      <div className="grid grid-cols-2 gap-1.5">
        <NumberField label="Turn" unit="°" value={typed.degrees} onChange={(degrees) => change({ degrees })} />
        <NumberField
          label="Scale"
          unit="×"
          min={0.01}
          max={100}
          value={typed.scale}
          onChange={(scale) => change({ scale })}
        />
      </div>
      <Button type="submit" size="small" className="justify-self-start">
        Move
      </Button>
    </form>
  );
}

const nouns = {
  anchors: "anchor",
  zones: "zone",
  measurements: "measurement",
  plans: "plan",
  placements: "scan",
  tours: "tour",
  views: "view",
} as const;

function describeKinds(selection: Selection): string {
  const counts = new Map<string, number>();
  for (const { kind } of selection) {
    const noun = kind in nouns ? nouns[kind as keyof typeof nouns] : "other object";
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  return [...counts].map(([noun, count]) => formatAmount(count, noun)).join(", ");
}
