import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { placeAtCentre } from "../commands/place-at-centre.ts";
import { chooseTool } from "../editor.store.ts";
import { measurementLabels } from "../object-names.ts";
import { useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { canFinish, isBaseOpen, startDraft } from "./draw/draft.ts";
import { stepBack } from "./draw/draw-actions.ts";
import { finishDraft } from "./draw/finish-draft.ts";
import { SelectChoices } from "./select-choices.tsx";
import { describeAnswering, describeNextClick } from "./tool-words.ts";

const measureTypes = ["distance", "height", "area", "volume", "angle"] as const;

/** Explains the active tool's click, holds its options and offers it without a pointer. */
export function ToolNote() {
  const room = useEditorRoom();
  const { store } = room;
  const tool = useEditor((state) => state.tool);
  const draft = useEditor((state) => state.draft);
  const hint = useEditor((state) => state.hint);
  const view = useEditor((state) => state.view);
  const question = useEditor((state) => state.questionToAnswer);
  const canEdit = useMayEdit();
  if (tool === "align") return null;
  if (tool === "select") return canEdit ? <SelectChoices /> : null;
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
          {hint ?? (question === null ? describeNextClick(tool, draft) : describeAnswering(question))}
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
