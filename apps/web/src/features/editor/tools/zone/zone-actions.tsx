import type { Zone } from "@blueprint/scene/zone";
import { mergeZones, removeZoneHole } from "@blueprint/scene/zone-operations";
import { Button } from "../../../../ui/button.tsx";
import { Select } from "../../../../ui/select.tsx";
import { startDrawing } from "../../editor.store.ts";
import { toZoneName } from "../../object-names.ts";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import { startDraft } from "../draw/draft.ts";

/** What can be done with a zone's outline. */
export function ZoneActions({ zone }: { readonly zone: Zone }) {
  const { connection, store, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const neighbours = scene.zones.filter((other) => other.id !== zone.id && other.floor === zone.floor);
  const merge = (otherId: string) => {
    const other = scene.zones.find(({ id }) => id === otherId);
    if (attempt((doc) => mergeZones(doc, [zone.id, otherId])) === null) return;
    const name = other === undefined ? "its neighbour" : toZoneName(other);
    connection.announce(`${toZoneName(zone)} now includes ${name}.`);
  };
  const fill = (holeId: string) => {
    const filled = attempt((doc) => removeZoneHole(doc, zone.id, holeId));
    if (filled !== null) connection.announce(`Hole of ${toZoneName(zone)} filled.`);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => store.setState({ dialog: "corners" })}>
          Corners
        </Button>
        <Button size="small" onClick={() => startDrawing(store, startDraft({ kind: "hole", zoneId: zone.id }))}>
          Cut a hole
        </Button>
        <Button size="small" onClick={() => startDrawing(store, startDraft({ kind: "split", zoneId: zone.id }))}>
          Split
        </Button>
        {zone.holes.map((hole, index) => (
          <Button key={hole.id} size="small" onClick={() => fill(hole.id)}>
            Fill hole {index + 1}
          </Button>
        ))}
      </div>
      {neighbours.length === 0 ? null : (
        <Select
          compact
          label="Merge with"
          value=""
          options={[
            { value: "", label: "Merge with…" },
            ...neighbours.map((other) => ({ value: other.id, label: toZoneName(other) })),
          ]}
          onChange={({ target }) => {
            if (target.value !== "") merge(target.value);
          }}
        />
      )}
    </div>
  );
}
