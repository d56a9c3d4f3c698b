import { editObject } from "@blueprint/scene/object-operations";
import type { View } from "@blueprint/scene/view";
import { Camera, LocateFixed } from "lucide-react";
import { formatAmount } from "../../../lib/format.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { AudienceChoice } from "../components/audience-choice.tsx";
import { editFields } from "../edit-fields.ts";
import { DeleteSelected } from "../tools/delete-selected.tsx";
import { ObjectHead } from "../tools/object-head.tsx";
import { useDocument, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { layerLabels, listStoreyNumbers } from "./layer-choice.tsx";
import { readSeenNow, showView } from "./show-view.ts";
import { StartViewButton } from "./start-view-button.tsx";

/** A saved view: its camera, what it shows and who can see it. */
export function ViewInspector({ view }: { readonly view: View }) {
  const room = useEditorRoom();
  const { type, choose } = editFields(room.attempt, "views", view.id);
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const name = view.name.trim() === "" ? "Unnamed view" : view.name;
  const keep = () => {
    const seen = readSeenNow(room);
    if (seen === null) return;
    const kept = room.attempt((doc) => editObject(doc, "views", view.id, seen));
    if (kept !== null) toasts.add({ title: `${name} shows what you see now` });
  };
  return (
    <div className="grid content-start">
      <ObjectHead kind="View" name={name} />
      <div className="grid gap-4 p-4">
        <TextField
          label="View name"
          readOnly={!canEdit}
          maxLength={120}
          value={view.name}
          onChange={(event) => type({ name: event.target.value })}
        />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          <dt className="text-ink-soft">Hidden</dt>
          <dd>{describeHidden(view)}</dd>
          <dt className="text-ink-soft">Storey</dt>
          <dd>
            {view.floor === null
              ? "All"
              : (listStoreyNumbers(scene).find(({ storey }) => storey === view.floor)?.name ?? String(view.floor))}
          </dd>
        </dl>
        <AudienceChoice chosen={view.audiences} disabled={!canEdit} onChange={(audiences) => choose({ audiences })} />
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => showView(room, view)}>
            <LocateFixed aria-hidden="true" strokeWidth={1.5} />
            Go to view
          </Button>
          {canEdit ? (
            <>
              <StartViewButton view={view} />
              <Button onClick={keep}>
                <Camera aria-hidden="true" strokeWidth={1.5} />
                Update to current view
              </Button>
              <DeleteSelected />
            </>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function describeHidden({ hiddenLayers, hiddenScans, hidden }: View): string {
  const parts = [
    ...hiddenLayers.map((layer) => layerLabels[layer].toLowerCase()),
    ...(hiddenScans.length === 0 ? [] : [formatAmount(hiddenScans.length, "scan")]),
    ...(hidden.length === 0 ? [] : [formatAmount(hidden.length, "single item")]),
  ];
  return parts.length === 0 ? "Everything is shown" : parts.join(", ");
}
