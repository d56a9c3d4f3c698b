import { audiences } from "@blueprint/contract/audiences";
import { editObject } from "@blueprint/scene/object-operations";
import type { View } from "@blueprint/scene/view";
import { Camera, LocateFixed } from "lucide-react";
import { formatAmount } from "../../../lib/format.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { attemptStep } from "../attempt-change.ts";
import { DeleteSelected } from "../tools/delete-selected.tsx";
import { ObjectHead } from "../tools/object-head.tsx";
import { useDocument, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { layerLabels, listStoreyNumbers } from "./layer-choice.tsx";
import { readSeenNow, showView } from "./show-view.ts";
import { StartViewButton } from "./start-view-button.tsx";

const audienceLabels = { visitor: "Visitors", staff: "Staff", contractor: "Contractors", robot: "Robots" } as const;

/** A saved view: its camera, what it shows and who can see it. */
export function ViewInspector({ view }: { readonly view: View }) {
  const room = useEditorRoom();
  const { session } = room;
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const name = view.name.trim() === "" ? "Unnamed view" : view.name;
  const keep = () => {
    const seen = readSeenNow(room);
    if (seen === null) return;
    const refusal = attemptStep(session, () => editObject(session.doc, "views", view.id, seen));
    toasts.add(
      refusal === null
        ? { title: `${name} shows what you see now` }
        : { title: "Couldn't update the view", description: refusal },
    );
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
          onChange={(event) => editObject(session.doc, "views", view.id, { name: event.target.value })}
          onBlur={() => session.endStep()}
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
        <fieldset disabled={!canEdit} className="grid gap-1.5">
          <legend className="float-left mb-1 font-strong">Audience</legend>
          {audiences.map((audience) => (
            <label key={audience} className="clear-both flex min-h-6 items-center gap-2.5 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={view.audiences.includes(audience)}
                onChange={({ target }) => {
                  const chosen = audiences.filter((one) =>
                    one === audience ? target.checked : view.audiences.includes(one),
                  );
                  session.endStep();
                  editObject(session.doc, "views", view.id, { audiences: chosen });
                  session.endStep();
                }}
              />
              {audienceLabels[audience]}
            </label>
          ))}
          <span className="text-caption text-ink-soft">
            {view.audiences.length === 0 ? "None selected: everyone sees it." : "Only they see it."}
          </span>
        </fieldset>
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
