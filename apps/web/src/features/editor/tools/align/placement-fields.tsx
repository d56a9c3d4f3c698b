import { removeObjects } from "@blueprint/scene/object-operations";
import { fromTurns, type Turns, toTurns } from "@blueprint/scene/scan-placement";
import type { SpaceSimilarity } from "@blueprint/scene/similarity";
import { Button } from "../../../../ui/button.tsx";
import { useDocument, useEditor, useEditorRoom } from "../../use-editor-room.ts";
import { NumberField } from "../number-field.tsx";
import { findPlacement, writePlacement } from "./align-actions.ts";

const axes = ["X", "Y", "Z"] as const;
const angles = [
  { label: "Turn", angle: "yaw" },
  { label: "Tilt X", angle: "pitch" },
  { label: "Tilt Z", angle: "roll" },
] as const satisfies readonly { label: string; angle: keyof Turns }[];

/** A scan's position, angles and scale as numbers, which its handles in the 3D view change too. */
export function PlacementFields({ scanId }: { readonly scanId: string }) {
  const room = useEditorRoom();
  const { connection, attempt } = room;
  const { scene } = useDocument();
  const ownPlacements = useEditor((state) => state.ownPlacements);
  const isPlaced = scene.placements.some(({ id }) => id === scanId);
  const placement = findPlacement(scene, { ownPlacements }, scanId);
  const turns = toTurns(placement.rotation);
  const type = (field: string, values: Partial<SpaceSimilarity>) =>
    attempt((doc) => writePlacement(doc, room, scanId, { ...placement, ...values }), {
      joins: `placement ${scanId} ${field}`,
    });
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-3 gap-1.5">
        {axes.map((label, axis) => (
          <NumberField
            key={label}
            label={label}
            unit="m"
            value={placement.position[axis]!}
            onChange={(next) =>
              type(label, { position: placement.position.with(axis, next) as [number, number, number] })
            }
          />
        ))}
        {angles.map(({ label, angle }) => (
          <NumberField
            key={label}
            label={label}
            unit="°"
            value={(turns[angle] * 180) / Math.PI}
            onChange={(degrees) =>
              type(label, { rotation: fromTurns({ ...turns, [angle]: (degrees * Math.PI) / 180 }) })
            }
          />
        ))}
        <NumberField
          label="Scale"
          unit="×"
          digits={5}
          min={1e-6}
          max={1e6}
          value={placement.scale}
          onChange={(scale) => type("Scale", { scale })}
        />
      </div>
      {isPlaced ? (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => {
            const removed = attempt((doc) => removeObjects(doc, [{ kind: "placements", id: scanId }]));
            if (removed !== null) connection.announce("Scan position reset.");
          }}
        >
          Reset position
        </Button>
      ) : null}
    </div>
  );
}
