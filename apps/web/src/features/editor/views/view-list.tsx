import { audiences } from "@blueprint/contract/audiences";
import { addObject, removeObjects } from "@blueprint/scene/object-operations";
import { Camera, LocateFixed, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { audienceLabels } from "../audience-labels.ts";
import { editFields } from "../edit-fields.ts";
import { useDocument, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { readSeenNow, showView } from "./show-view.ts";
import { StartViewButton } from "./start-view-button.tsx";

/** The saved views, and a button for a new one. One of them may be where visitors start. */
export function ViewList() {
  const room = useEditorRoom();
  const { getScene, userId, attempt } = room;
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const save = () => {
    const seen = readSeenNow(room);
    if (seen === null) return;
    attempt((doc) =>
      addObject(doc, "views", crypto.randomUUID(), {
        name: `View ${scene.views.length + 1}`,
        ...seen,
        createdBy: userId,
        createdAt: new Date().toISOString(),
      }),
    );
  };
  return (
    <section className="grid gap-2.5 border-t border-hairline pt-5">
      <h3 className="font-strong">Views</h3>
      {scene.views.length === 0 ? <p className="text-ink-soft">No views yet.</p> : null}
      <ul className="grid gap-2">
        {scene.views.map((view) => (
          <li key={view.id} className="flex flex-wrap items-end gap-2">
            <TextField
              label="View name"
              readOnly={!canEdit}
              maxLength={120}
              value={view.name}
              onChange={(event) => editFields(attempt, "views", view.id).type({ name: event.target.value })}
              className="min-w-full flex-1"
            />
            <Select
              label="For"
              disabled={!canEdit}
              value={view.audiences[0] ?? ""}
              options={[
                { value: "", label: "Everyone" },
                ...audiences.map((audience) => ({ value: audience, label: audienceLabels[audience] })),
              ]}
              onChange={({ target: { value } }) => {
                editFields(attempt, "views", view.id).choose({ audiences: audiences.filter((one) => one === value) });
              }}
              className="min-w-0 flex-1"
            />
            <span className="flex pb-0.5">
              <IconButton label={`Go to ${view.name}`} icon={LocateFixed} onClick={() => showView(room, view)} />
              {canEdit ? <StartViewButton view={view} /> : null}
              {canEdit ? (
                <IconButton
                  label={`Delete ${view.name}`}
                  icon={Trash2}
                  onClick={() => attempt((doc) => removeObjects(doc, [{ kind: "views", id: view.id }]))}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {scene.views.length === 0 ? null : (
        <p className="text-caption text-ink-soft">
          The house marks where visitors start, from the next time you publish. Without one, they start where the first
          scan does.
        </p>
      )}
      {canEdit ? (
        <Button className="justify-self-start" disabled={getScene() === null} onClick={save}>
          <Camera aria-hidden="true" strokeWidth={1.5} />
          Save current view
        </Button>
      ) : null}
    </section>
  );
}
