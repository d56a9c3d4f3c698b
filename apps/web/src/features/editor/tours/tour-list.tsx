import { addObject } from "@blueprint/scene/object-operations";
import { Plus } from "lucide-react";
import { formatAmount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { selectObjects } from "../editor.store.ts";
import { findObjectName } from "../object-names.ts";
import { useDocument, useEditorRoom, useMayEdit } from "../use-editor-room.ts";

/** The tours, and a button for a new one. Choosing one opens it in place of the panel. */
export function TourList() {
  const { store, userId, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const open = (id: string) => selectObjects(store, [{ kind: "tours", id }]);
  const add = () => {
    const id = crypto.randomUUID();
    const made = { name: "", createdBy: userId, createdAt: new Date().toISOString() };
    if (attempt((doc) => addObject(doc, "tours", id, made)) !== null) open(id);
  };
  return (
    <section className="grid gap-2.5">
      <h3 className="font-strong">Tours</h3>
      {scene.tours.length === 0 ? <p className="text-ink-soft">No tours yet.</p> : null}
      <ul className="divide-y divide-hairline rounded-sharp border border-line empty:hidden">
        {scene.tours.map((tour) => (
          <li key={tour.id}>
            <button
              type="button"
              onClick={() => open(tour.id)}
              className="flex w-full items-baseline justify-between gap-4 px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              <span className="min-w-0 truncate">{findObjectName(scene, { kind: "tours", id: tour.id })}</span>
              <span className="shrink-0 text-caption text-ink-soft">
                {formatAmount(tour.stops.length, "stop")}
                {tour.state === "draft" ? ", draft" : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {canEdit ? (
        <Button className="justify-self-start" onClick={add}>
          <Plus aria-hidden="true" strokeWidth={1.75} />
          New tour
        </Button>
      ) : null}
    </section>
  );
}
