import type { Tour } from "@blueprint/scene/tour";
import { formatAmount, formatDuration } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { findObjectName } from "../object-names.ts";
import { DeleteSelected } from "../tools/delete-selected.tsx";
import { ObjectHead } from "../tools/object-head.tsx";
import { useDocument, useEditorRoom, useMayEdit } from "../use-editor-room.ts";

/** A way through the place: how long it is, and the way to its stops. */
export function TourInspector({ tour }: { readonly tour: Tour }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const name = findObjectName(scene, { kind: "tours", id: tour.id }) ?? "";
  const seconds = tour.stops.reduce((sum, stop) => sum + stop.seconds, 0);
  return (
    <div className="grid content-start">
      <ObjectHead kind="Tour" name={name} />
      <div className="grid gap-4 p-4">
        <p className="text-lead font-strong break-words">{name}</p>
        <p className="text-ink-soft">
          {formatAmount(tour.stops.length, "stop")}, {formatDuration(seconds)}
          {tour.state === "draft" ? ", a draft only your team sees" : ""}.
        </p>
        {tour.summary === "" ? null : <p className="break-words whitespace-pre-line text-pretty">{tour.summary}</p>}
        <Button size="small" className="justify-self-start" onClick={() => store.setState({ dialog: "tours" })}>
          {canEdit ? "Edit stops" : "View stops"}
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
