import { BoxSelect, Brush, MousePointer2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Select } from "../../../ui/select.tsx";
import { placeAtCentre } from "../commands/place-at-centre.ts";
import { chooseTool, type EditorState } from "../editor.store.ts";
import { measurementLabels } from "../object-names.ts";
import { useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { canFinish, type Draft, type DraftTask, isBaseOpen, startDraft } from "./draw/draft.ts";
import { stepBack } from "./draw/draw-actions.ts";
import { finishDraft } from "./draw/finish-draft.ts";
import { gridSteps, turnSteps } from "./snap-settings.ts";

const measureTypes = ["distance", "height", "area", "volume", "angle"] as const;
const selectWays = [
  { value: "click", label: "Select by clicking", icon: MousePointer2 },
  { value: "rectangle", label: "Select with a rectangle", icon: BoxSelect },
  { value: "brush", label: "Select with a brush", icon: Brush },
] as const;

/** Explains the active tool's click, holds its options and offers it without a pointer. */
export function ToolNote() {
  const room = useEditorRoom();
  const { store } = room;
  const tool = useEditor((state) => state.tool);
  const draft = useEditor((state) => state.draft);
  const hint = useEditor((state) => state.hint);
  const view = useEditor((state) => state.view);
  const canEdit = useMayEdit();
  if (tool === "align") return null;
  if (tool === "select") return canEdit ? <SelectChoices hint={hint} /> : null;
  const isDrawing = draft !== null;
  return (
    <>
      {view === "plan" ? null : <Crosshair />}
      <div
        data-tool-note={tool}
        className="absolute inset-x-3 top-3 z-20 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-soft border border-line bg-sheet px-3 py-2 shadow-overlay"
      >
        {draft?.task.kind === "measure" ? (
          <Select
            compact
            label="What to measure"
            className="w-32"
            value={draft.task.type}
            options={measureTypes.map((type) => ({ value: type, label: measurementLabels[type] }))}
            onChange={({ target }) => {
              const type = measureTypes.find((known) => known === target.value) ?? "distance";
              store.setState({ draft: startDraft({ kind: "measure", type }), hint: null });
            }}
          />
        ) : null}
        <p aria-live="polite" className={hint === null ? "text-pretty" : "font-strong text-attention text-pretty"}>
          {hint ?? (isDrawing ? describeStep(draft) : toolWords[tool])}
        </p>
        <span className="flex flex-wrap justify-center gap-2">
          {view === "plan" ? null : (
            <Button size="small" onClick={() => placeAtCentre.run(room)}>
              {isDrawing || tool === "comment" ? "Point at centre" : placeAtCentre.label}
            </Button>
          )}
          {draft?.task.kind === "zone" && draft.points.length === 0 ? (
            <Button size="small" onClick={() => store.setState({ dialog: "corners" })}>
              Enter corners
            </Button>
          ) : null}
          {isDrawing && draft.points.length > 0 ? (
            <Button size="small" onClick={() => stepBack(room)}>
              Undo point
            </Button>
          ) : null}
          {isDrawing && canFinish(draft) ? (
            <Button size="small" variant="primary" onClick={() => finishDraft(room, draft)}>
              {isBaseOpen(draft) ? "Close base" : "Finish"}
            </Button>
          ) : null}
          <Button size="small" variant="quiet" onClick={() => chooseTool(store, "select")}>
            Cancel
          </Button>
        </span>
      </div>
    </>
  );
}

const toolWords = {
  anchor: "Click a surface to place an anchor.",
  comment: "Click the point you want to comment on.",
  zone: "",
  measure: "",
} as const;

function Crosshair() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-1/2 size-7 -translate-x-1/2 -translate-y-1/2"
    >
      <span className="absolute top-1/2 h-px w-full bg-accent" />
      <span className="absolute left-1/2 h-full w-px bg-accent" />
    </div>
  );
}

/** Selection mode and snap settings. Hidden until there is something to use them on. */
function SelectChoices({ hint }: { readonly hint: string | null }) {
  const { store } = useEditorRoom();
  const selectBy = useEditor((state) => state.selectBy);
  const hasFrame = useEditor((state) => state.selection.length > 0 || state.openScanId !== null);
  const snap = useEditor((state) => state.snap);
  const hasScene = useEditor((state) => state.hasScene);
  const hintTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (hint === null) return;
    // The message of a refused action clears itself.
    hintTimer.current = setTimeout(() => store.setState({ hint: null }), 6_000);
    return () => clearTimeout(hintTimer.current);
  }, [hint, store]);
  if (!hasScene) return null;
  const change = (values: Partial<EditorState["snap"]>) => store.setState({ snap: { ...snap, ...values } });
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 z-20 flex flex-col items-end gap-2">
      <div className="pointer-events-auto flex flex-wrap items-center justify-end gap-2">
        {hasFrame ? (
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
      <p
        aria-live="polite"
        className="rounded-soft border border-line bg-sheet px-3 py-1.5 font-strong text-attention shadow-overlay empty:hidden"
      >
        {hint}
      </p>
    </div>
  );
}

function describeStep({ task, points, isBaseDone }: Draft): string {
  const first = points.length === 0;
  switch (task.kind) {
    case "zone":
      return first
        ? "Click the corners of the zone on the floor."
        : points.length < 3
          ? "Click the next corner. Shift keeps the line straight."
          : "Click the next corner, or the first one to close the zone.";
    case "hole":
      return points.length < 3 ? "Click the corners of the hole." : "Click the first corner to close the hole.";
    case "split":
      return first ? "Click where the cut starts." : "Click where it ends.";
    case "measure":
      return isBaseDone === true
        ? "Click a point at the top, such as the ceiling."
        : describeMeasureStep(task, points.length);
  }
}

function describeMeasureStep({ type }: Extract<DraftTask, { kind: "measure" }>, count: number): string {
  switch (type) {
    case "distance":
      return count === 0
        ? "Click the first point."
        : count === 1
          ? "Click the second point. Hold Shift to keep drawing."
          : "Click the next point, or finish.";
    case "height":
      return count === 0 ? "Click the lower point." : "Click the upper point.";
    case "angle":
      return ["Click a point on one side.", "Click the corner.", "Click a point on the other side."][count] ?? "";
    case "volume":
      return count < 3
        ? "Click the corners of the base."
        : "Click the next corner of the base, or the first one to close it.";
    case "area":
      return count < 3 ? "Click the corners of the area." : "Click the next corner, or the first one to close it.";
  }
}
