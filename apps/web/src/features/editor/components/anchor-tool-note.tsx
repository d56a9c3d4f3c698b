import { Button } from "../../../ui/button.tsx";
import { placeAtCentre } from "../commands/place-at-centre.ts";
import { chooseTool } from "../editor.store.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

/** Says what a click does while the anchor tool is in hand, and places without a pointer. */
export function AnchorToolNote() {
  const room = useEditorRoom();
  const tool = useEditor((state) => state.tool);
  const hint = useEditor((state) => state.hint);
  if (tool !== "anchor") return null;
  return (
    <>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-1/2 size-7 -translate-x-1/2 -translate-y-1/2"
      >
        <span className="absolute top-1/2 h-px w-full bg-accent" />
        <span className="absolute left-1/2 h-full w-px bg-accent" />
      </div>
      <div className="absolute inset-x-3 top-3 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-soft border border-line bg-sheet px-3 py-2 shadow-overlay">
        <p aria-live="polite" className={hint === null ? "" : "font-strong text-attention"}>
          {hint ?? "Click a surface to place an anchor."}
        </p>
        <span className="flex gap-2">
          <Button size="small" onClick={() => placeAtCentre.run(room)}>
            {placeAtCentre.label}
          </Button>
          <Button size="small" variant="quiet" onClick={() => chooseTool(room.store, "select")}>
            Cancel
          </Button>
        </span>
      </div>
    </>
  );
}
