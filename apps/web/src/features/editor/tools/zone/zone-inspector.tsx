import type { Zone } from "@blueprint/scene/zone";
import { findZoneOverlaps } from "@blueprint/scene/zone-geometry";
import { useMemo } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { selectObjects } from "../../editor.store.ts";
import { toZoneName } from "../../object-names.ts";
import { useDocument, useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { DeleteSelected } from "../delete-selected.tsx";
import { NudgePad } from "../nudge-pad.tsx";
import { ObjectHead } from "../object-head.tsx";
import { ZoneActions } from "./zone-actions.tsx";
import { ZoneFields } from "./zone-fields.tsx";
import { ZoneFigures } from "./zone-figures.tsx";

/** A zone's type, its size and actions on its outline. */
export function ZoneInspector({ zone }: { readonly zone: Zone }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const overlaps = useMemo(
    () => scene.zones.filter((other) => other.id !== zone.id && findZoneOverlaps([zone, other]).length > 0),
    [scene.zones, zone],
  );
  return (
    <div className="grid content-start">
      <ObjectHead kind="Zone" name={toZoneName(zone)} />
      <div className="grid gap-4 p-4">
        <ZoneFigures zone={zone} />
        {overlaps.length === 0 ? null : (
          <Notice tone="attention">
            It overlaps {overlaps.slice(0, 3).map(toZoneName).join(", ")}
            {overlaps.length > 3 ? ` and ${overlaps.length - 3} more` : ""}. Where zones overlap, both sets of rules
            apply.
          </Notice>
        )}
        {zone.isRepaired ? (
          <Notice tone="attention">
            Two people edited this outline at once and it crossed itself. This is the nearest valid outline: check its
            corners.
          </Notice>
        ) : null}
        <ZoneFields zone={zone} />
        {canEdit ? (
          <>
            <ZoneActions zone={zone} />
            <NudgePad />
            <div className="flex justify-end border-t border-hairline pt-4">
              <DeleteSelected />
            </div>
          </>
        ) : null}
        {canEdit ? null : <Button onClick={() => selectObjects(store, [])}>Close</Button>}
      </div>
    </div>
  );
}
