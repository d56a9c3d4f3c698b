import { removeObjects } from "@blueprint/scene/object-operations";
import { fromTurns, type Turns, toTurns } from "@blueprint/scene/scan-placement";
import type { SpaceSimilarity } from "@blueprint/scene/similarity";
import { Button } from "../../../../ui/button.tsx";
import { attemptChange } from "../../attempt-change.ts";
import { useDocument, useEditor, useEditorRoom } from "../../use-editor-room.ts";
import { NumberField } from "../number-field.tsx";
import { findStand, placeScan } from "./align-actions.ts";

const axes = ["X", "Y", "Z"] as const;
const angles = [
  { label: "Turn", angle: "yaw" },
  { label: "Tilt X", angle: "pitch" },
  { label: "Tilt Z", angle: "roll" },
] as const satisfies readonly { label: string; angle: keyof Turns }[];

/** A scan's position, angles and scale as figures: the same that its handles in the 3D view change. */
export function ScanPlaceFields({ scanId }: { readonly scanId: string }) {
  const room = useEditorRoom();
  const { session, store } = room;
  const { scene } = useDocument();
  const stands = useEditor((state) => state.stands);
  const isPlaced = scene.placements.some(({ id }) => id === scanId);
  const stand = findStand(scene, { stands }, scanId);
  const turns = toTurns(stand.rotation);
  const change = (values: Partial<SpaceSimilarity>) => {
    const refusal = attemptChange(() => placeScan(room, scanId, { ...stand, ...values }));
    if (refusal !== null) store.setState({ hint: refusal });
  };
  const endStep = () => session.endStep();
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-3 gap-1.5">
        {axes.map((label, axis) => (
          <NumberField
            key={label}
            label={label}
            unit="m"
            value={stand.position[axis]!}
            onChange={(next) => change({ position: stand.position.with(axis, next) as [number, number, number] })}
            onDone={endStep}
          />
        ))}
        {angles.map(({ label, angle }) => (
          <NumberField
            key={label}
            label={label}
            unit="°"
            value={(turns[angle] * 180) / Math.PI}
            onChange={(degrees) => change({ rotation: fromTurns({ ...turns, [angle]: (degrees * Math.PI) / 180 }) })}
            onDone={endStep}
          />
        ))}
        <NumberField
          label="Scale"
          unit="×"
          digits={5}
          min={1e-6}
          max={1e6}
          value={stand.scale}
          onChange={(scale) => change({ scale })}
          onDone={endStep}
        />
      </div>
      {isPlaced ? (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => {
            session.endStep();
            removeObjects(session.doc, [{ kind: "placements", id: scanId }]);
            session.endStep();
            session.announce("Scan position reset.");
          }}
        >
          Reset position
        </Button>
      ) : null}
    </div>
  );
}
