import { BoxSelect, Brush, MousePointer2 } from "lucide-react";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Select } from "../../../ui/select.tsx";
import type { EditorState } from "../editor.store.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";
import { gridSteps, turnSteps } from "./snap-settings.ts";

const selectWays = [
  { value: "click", label: "Select by clicking", icon: MousePointer2 },
  { value: "rectangle", label: "Select with a rectangle", icon: BoxSelect },
  { value: "brush", label: "Select with a brush", icon: Brush },
] as const;

/** Selection mode and snap settings. Hidden until there is something to use them on. */
export function SelectChoices() {
  const { store } = useEditorRoom();
  const selectBy = useEditor((state) => state.selectBy);
  const hasGizmo = useEditor((state) => state.selection.length > 0 || state.openScanId !== null);
  const snap = useEditor((state) => state.snap);
  const hasScene = useEditor((state) => state.hasScene);
  if (!hasScene) return null;
  const change = (values: Partial<EditorState["snap"]>) => store.setState({ snap: { ...snap, ...values } });
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 z-20 flex flex-col items-end gap-2">
      <div className="pointer-events-auto flex flex-wrap items-center justify-end gap-2">
        {hasGizmo ? (
          <>
            <Select
              compact
              label="Snap grid"
              className="w-36 bg-sheet"
              value={String(snap.gridMetres)}
              options={gridSteps.map((step) => ({
                value: String(step),
                label: step === 0 ? "No grid" : `Grid ${step < 1 ? `${step * 100} cm` : `${step} m`}`,
              }))}
              onChange={({ target }) => change({ gridMetres: Number(target.value) })}
            />
            <Select
              compact
              label="Rotation steps"
              className="w-36 bg-sheet"
              value={String(snap.turnDegrees)}
              options={turnSteps.map((step) => ({
                value: String(step),
                label: step === 0 ? "Free rotation" : `Turn by ${step}°`,
              }))}
              onChange={({ target }) => change({ turnDegrees: Number(target.value) })}
            />
          </>
        ) : null}
        <SegmentedControl
          label="Select by"
          segments={selectWays}
          value={selectBy}
          onChange={(next) => store.setState({ selectBy: next })}
        />
      </div>
    </div>
  );
}
