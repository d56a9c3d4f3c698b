import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Tour } from "@blueprint/scene/tour";
import { ArrowLeft } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { openPanel } from "../editor.store.ts";
import { findObjectName } from "../object-names.ts";
import { DeleteSelected } from "../tools/delete-selected.tsx";
import { ObjectHead } from "../tools/object-head.tsx";
import { useDocument, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { TourFields } from "./tour-fields.tsx";

/** A tour, edited beside the scene that it leads through. */
export function TourInspector({ tour, blueprint }: { readonly tour: Tour; readonly blueprint: Blueprint }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  return (
    <div className="grid content-start">
      <ObjectHead kind="Tour" name={findObjectName(scene, { kind: "tours", id: tour.id }) ?? ""} />
      <div className="grid min-w-0 gap-4 p-4">
        <Button variant="quiet" className="justify-self-start" onClick={() => openPanel(store, "tours")}>
          <ArrowLeft aria-hidden="true" strokeWidth={1.5} />
          Tours and views
        </Button>
        <TourFields tour={tour} blueprint={blueprint} />
        {canEdit ? (
          <div className="flex justify-end border-t border-hairline pt-4">
            <DeleteSelected />
          </div>
        ) : null}
      </div>
    </div>
  );
}
