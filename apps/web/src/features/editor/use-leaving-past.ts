import { useEffect } from "react";
import type { EditorRoom } from "./commands/editor-command.ts";
import { leavePast } from "./editor.store.ts";
import { useEditor } from "./use-editor-room.ts";

/** Publishing, exports and settings are about the document as it is now. */
export function useLeavingPast({ store }: EditorRoom): void {
  const dialog = useEditor((state) => state.dialog);
  useEffect(() => {
    if (dialog !== null && dialog !== "help" && dialog !== "palette") leavePast(store);
  }, [dialog, store]);
}
