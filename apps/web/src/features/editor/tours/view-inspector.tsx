import { editObject } from "@blueprint/scene/object-operations";
import type { View } from "@blueprint/scene/view";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { findObjectName } from "../object-names.ts";
import { DeleteSelected } from "../tools/delete-selected.tsx";
import { ObjectHead } from "../tools/object-head.tsx";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";

/** Where one stands and looks, kept: a way to it, and its name. */
export function ViewInspector({ view }: { readonly view: View }) {
  const room = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const hasScene = useEditor((state) => state.hasScene);
  const name = findObjectName(scene, { kind: "views", id: view.id }) ?? "";
  return (
    <div className="grid content-start">
      <ObjectHead kind="View" name={name} />
      <div className="grid gap-4 p-4">
        {canEdit ? (
          <TextField
            label="Name of the view"
            name="view-name"
            autoComplete="off"
            maxLength={120}
            value={view.name}
            onChange={(event) => editObject(room.session.doc, "views", view.id, { name: event.target.value })}
            onBlur={() => room.session.endStep()}
          />
        ) : (
          <p className="text-lead font-strong break-words">{name}</p>
        )}
        <Button
          size="small"
          className="justify-self-start"
          disabled={!hasScene}
          onClick={() => flyToSelected.run(room)}
        >
          Look from here
        </Button>
        {canEdit ? (
          <div className="flex justify-end border-t border-hairline pt-4">
            <DeleteSelected />
          </div>
        ) : null}
      </div>
    </div>
  );
}
