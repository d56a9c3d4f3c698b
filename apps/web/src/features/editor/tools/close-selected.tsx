import { X } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { selectObjects } from "../editor.store.ts";
import { useEditorRoom } from "../use-editor-room.ts";

/** Deselects. On a phone, this brings the tools back. */
export function CloseSelected() {
  const { store } = useEditorRoom();
  return (
    <IconButton label="Close" icon={X} size="small" tooltipSide="bottom" onClick={() => selectObjects(store, [])} />
  );
}
