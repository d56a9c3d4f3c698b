import type { BlueprintId } from "@blueprint/contract/ids";
import { History, Undo2 } from "lucide-react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { leavePast, openPanel } from "../editor.store.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";
import { openPast } from "./open-past.ts";

const sides = [
  { value: "before", label: "Before" },
  { value: "after", label: "After" },
] as const;

/** Says which past moment the scene shows, with a way back to now. */
export function PastNote({ blueprintId }: { readonly blueprintId: BlueprintId }) {
  const { store } = useEditorRoom();
  const past = useEditor((state) => state.past);
  if (past === null) return null;
  const { moment, side } = past;
  return (
    <section
      aria-label="Past moment"
      className="absolute inset-x-3 top-3 z-20 mx-auto grid max-w-xl gap-2 rounded-soft border-2 border-attention bg-sheet px-3 py-2 shadow-overlay"
    >
      <p className="min-w-0 break-words">
        <strong className="font-strong">
          {moment.changes === null ? "As it was: " : side === "before" ? "Before: " : "After: "}
          {moment.title}
        </strong>{" "}
        <span className="text-ink-soft">{moment.label}. Read-only.</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {moment.changes === null ? null : (
          <SegmentedControl
            label="Before or after these changes"
            segments={sides}
            value={side}
            onChange={(next) =>
              void openPast({ store }, blueprintId, moment, next).catch((error: unknown) =>
                toasts.add({ title: "Couldn't open this moment", description: readableError(error) }),
              )
            }
          />
        )}
        <IconButton label="History" icon={History} size="small" onClick={() => openPanel(store, "history")} />
        <Button size="small" variant="primary" className="ml-auto" onClick={() => leavePast(store)}>
          <Undo2 aria-hidden="true" strokeWidth={1.5} />
          Back to now
        </Button>
      </div>
    </section>
  );
}
