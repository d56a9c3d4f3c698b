import { Dialog } from "../../../ui/dialog.tsx";
import { useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { ExportPart } from "./export-part.tsx";
import { ImportPart } from "./import-part.tsx";

/** Exports and imports anchors and zones in open formats, with a preview before each import. */
export function ExchangeDialog({ name }: { readonly name: string }) {
  const { store } = useEditorRoom();
  const canEdit = useMayEdit();
  const isOpen = useEditor((state) => state.dialog === "exchange");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "exchange" : null })}
      title="Import and export"
      description="Open formats. Anchors and zones survive export and import unchanged."
      width="wide"
    >
      <div className="grid gap-6">
        <ExportPart name={name} />
        {canEdit ? <ImportPart /> : null}
      </div>
    </Dialog>
  );
}
