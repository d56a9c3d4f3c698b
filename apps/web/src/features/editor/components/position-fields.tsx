import type { Anchor } from "@blueprint/scene/anchor";
import { moveAnchor } from "@blueprint/scene/anchor-operations";
import { coordinateMetresMax, toVector3 } from "@blueprint/scene/vector";
import { useId, useState } from "react";
import { useEditorRoom } from "../use-editor-room.ts";

const axes = ["X", "Y", "Z"] as const;
const stepMetres = 0.01;

/** An anchor's position in metres; y is up. Typed values move it. */
export function PositionFields({ anchor, canEdit }: { readonly anchor: Anchor; readonly canEdit: boolean }) {
  const { attempt } = useEditorRoom();
  // The text being typed, which may not be a number yet.
  const [draft, setDraft] = useState<{ readonly axis: number; readonly text: string } | null>(null);
  const labelId = useId();

  const change = (axis: number, text: string) => {
    setDraft({ axis, text });
    const position = anchor.position.map((value, index) => (index === axis ? Number.parseFloat(text) : value));
    const vector = toVector3(position);
    if (vector === null) return;
    const joins = `anchors ${anchor.id} ${axes[axis]}`;
    attempt((doc) => moveAnchor(doc, anchor.id, { position: vector }), { joins });
  };
  return (
    <fieldset aria-labelledby={labelId} className="grid min-w-0 gap-1.5">
      <span id={labelId} className="flex items-baseline justify-between font-strong">
        Position <span className="text-caption font-regular text-ink-soft">metres, Y is up</span>
      </span>
      <div className="grid grid-cols-3 gap-1.5">
        {axes.map((name, axis) => (
          <label key={name} className="relative">
            <span className="absolute top-1/2 left-2 -translate-y-1/2 font-mono text-caption text-ink-soft">
              {name}
            </span>
            <input
              type="number"
              step={stepMetres}
              min={-coordinateMetresMax}
              max={coordinateMetresMax}
              readOnly={!canEdit}
              value={draft?.axis === axis ? draft.text : formatMetres(anchor.position[axis] ?? 0)}
              onChange={(event) => change(axis, event.target.value)}
              onBlur={() => setDraft(null)}
              className="h-9 w-full [appearance:textfield] rounded-sharp border border-line bg-sheet pr-1.5 pl-6 text-right font-mono hover:border-ink focus:border-accent focus:outline-2 focus:outline-accent read-only:border-hairline read-only:bg-sunken pointer-coarse:h-11 [&::-webkit-inner-spin-button]:appearance-none"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function formatMetres(value: number): string {
  return (Math.round(value * 1_000) / 1_000).toString();
}
