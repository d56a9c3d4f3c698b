import { Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { removeSelected } from "../commands/remove-selected.ts";
import { useEditorRoom } from "../use-editor-room.ts";

/** Deletes the selection; undo restores it. */
export function DeleteSelected() {
  const room = useEditorRoom();
  return (
    <Button
      size="small"
      onClick={() => {
        removeSelected.run(room);
        // The button disappears with its object; keep the focus in the editor.
        document.getElementById("content")?.focus();
      }}
    >
      <Trash2 aria-hidden="true" strokeWidth={1.5} />
      Delete
    </Button>
  );
}
