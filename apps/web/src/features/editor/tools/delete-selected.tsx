import { Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { removeSelected } from "../commands/remove-selected.ts";
import { useEditorRoom } from "../use-editor-room.ts";

/** Deletes what is selected; undo brings it back. */
export function DeleteSelected() {
  const room = useEditorRoom();
  return (
    <Button
      size="small"
      onClick={() => {
        removeSelected.run(room);
        // The button goes away with its object; the keyboard stays in the room.
        document.getElementById("content")?.focus();
      }}
    >
      <Trash2 aria-hidden="true" strokeWidth={1.5} />
      Delete
    </Button>
  );
}
