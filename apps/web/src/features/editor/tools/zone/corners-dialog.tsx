import { toStoreyName } from "@blueprint/scene/storey";
import { setZoneOutline } from "@blueprint/scene/zone-operations";
import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../../ui/dialog.tsx";
import { TextArea } from "../../../../ui/text-area.tsx";
import { chooseTool, selectObjects } from "../../editor.store.ts";
import { findObjectName, toZoneName } from "../../object-names.ts";
import { findSingle } from "../../selection.ts";
import { useDocument, useEditor, useEditorRoom } from "../../use-editor-room.ts";
import { addDrawnZone } from "../draw/finish-draft.ts";
import { NumberField } from "../number-field.tsx";
import { formatCorners, parseCorners } from "./typed-corners.ts";

/** Typed corners of a new zone, or of the selected zone's outline. */
export function CornersDialog() {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "corners");
  const isDrawing = useEditor((state) => state.draft !== null);
  const zoneId = useEditor((state) => findSingle(state.selection, "zones"));
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "corners" : null })}
      title={zoneId === null || isDrawing ? "New zone from corners" : "Zone corners"}
      description="One corner per line: x and z in metres. X points right on the plan, z down."
    >
      {isOpen ? <CornersForm zoneId={isDrawing ? null : zoneId} /> : null}
    </Dialog>
  );
}

function CornersForm({ zoneId }: { readonly zoneId: string | null }) {
  const room = useEditorRoom();
  const { connection, store, attempt } = room;
  const { scene } = useDocument();
  const zone = scene.zones.find(({ id }) => id === zoneId);
  const firstM = findFirstFloorM(scene);
  const [text, setText] = useState(() => formatCorners(zone?.outer.vertices.map(({ at }) => at) ?? []));
  const [floorM, setFloorM] = useState(firstM);
  const [problem, setProblem] = useState<string | null>(null);

  const keep = () => {
    const typed = parseCorners(text);
    if (typed.corners === null) {
      setProblem(typed.problem);
      return;
    }
    const { corners } = typed;
    if (zone === undefined) {
      const id = attempt((doc) => addDrawnZone(doc, room, corners, floorM));
      if (id === null) return;
      chooseTool(store, "select");
      selectObjects(store, [{ kind: "zones", id }]);
      const name = findObjectName(connection.getState().scene, { kind: "zones", id }) ?? "The zone";
      connection.announce(`${name} created and selected.`);
    } else {
      const holes = zone.holes.map(({ vertices }) => vertices.map(({ at }) => at));
      if (attempt((doc) => setZoneOutline(doc, zone.id, { outer: corners, holes })) === null) return;
      connection.announce(`${toZoneName(zone)} has ${corners.length} corners.`);
    }
    store.setState({ dialog: null });
  };
  const storeys = scene.floors.filter(({ elevation }) => elevation !== null);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <TextArea
        label="Corners"
        name="corners"
        rows={7}
        className="[&_textarea]:font-mono"
        placeholder={"0 0\n4 0\n4 3\n0 3"}
        value={text}
        error={problem ?? undefined}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
      {zone === undefined ? (
        <NumberField
          label="Floor height"
          unit="m"
          value={floorM}
          onChange={setFloorM}
          hint={
            storeys.length === 0
              ? undefined
              : storeys.map((storey) => `${toStoreyName(storey)}: ${storey.elevation?.toFixed(2)} m`).join(", ")
          }
        />
      ) : null}
      <DialogActions>
        <Button variant="quiet" onClick={() => store.setState({ dialog: null })}>
          Cancel
        </Button>
        <Button variant="primary" type="submit">
          {zone === undefined ? "Create zone" : "Save corners"}
        </Button>
      </DialogActions>
    </form>
  );
}

function findFirstFloorM({ floors, zones, settings }: ReturnType<typeof useDocument>["scene"]): number {
  const start = floors.find(({ storey }) => storey === settings.startFloor)?.elevation;
  return start ?? zones.at(-1)?.heights[0] ?? 0;
}
