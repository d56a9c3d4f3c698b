import type { Vector3 } from "@blueprint/scene/vector";
import type { Volume } from "@blueprint/scene/volume";
import { ArrowLeft } from "lucide-react";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { SegmentedControl } from "../../../../ui/segmented-control.tsx";
import { editFields } from "../../edit-fields.ts";
import { openScan } from "../../editor.store.ts";
import { toVolumeName } from "../../object-names.ts";
import { useDocument, useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { DeleteSelected } from "../delete-selected.tsx";
import { NudgePad } from "../nudge-pad.tsx";
import { NumberField } from "../number-field.tsx";
import { HiddenPartsChoice } from "./hidden-parts-choice.tsx";

const effects = [
  { value: "crop", label: "Crop" },
  { value: "erase", label: "Erase" },
] as const;
const centreLabels = ["X", "Y", "Z"] as const;
const sizeLabels = ["Width", "Height", "Depth"] as const;

/** A volume as figures, in the scan's own frame. */
export function VolumeInspector({ volume }: { readonly volume: Volume }) {
  const { store, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const name = toVolumeName(scene, volume);
  const { type, choose } = editFields(attempt, "volumes", volume.id);
  const withPart = (vector: Vector3, at: number, part: number) => vector.with(at, part) as [number, number, number];
  return (
    <div className="grid content-start">
      <div className="flex items-center gap-1 border-b border-hairline py-1.5 pr-2 pl-2">
        <IconButton
          label="Back to the scan"
          icon={ArrowLeft}
          size="small"
          tooltipSide="bottom"
          onClick={() => openScan(store, volume.scanId)}
        />
        <h2 className="min-w-0 truncate text-caption text-ink-soft">{name}</h2>
      </div>
      {canEdit ? (
        <div className="grid gap-4 p-4">
          <SegmentedControl
            label="Effect"
            segments={effects}
            value={volume.effect}
            onChange={(effect) => choose({ effect })}
            className="justify-self-start"
          />
          <p className="text-ink-soft text-pretty">
            {volume.effect === "crop" ? "Shows only what's inside the box." : "Hides what's inside the box."} Drag its
            sides, or enter values in the scan's own coordinates.
          </p>
          <div className="grid grid-cols-3 gap-1.5">
            {centreLabels.map((label, axis) => (
              <NumberField
                key={label}
                label={label}
                unit="m"
                value={volume.position[axis]!}
                onChange={(to) => type({ position: withPart(volume.position, axis, to) })}
              />
            ))}
            {sizeLabels.map((label, axis) => (
              <NumberField
                key={label}
                label={label}
                unit="m"
                min={0.01}
                max={100_000}
                value={volume.size[axis]!}
                onChange={(to) => type({ size: withPart(volume.size, axis, to) })}
              />
            ))}
            <NumberField
              label="Turn"
              unit="°"
              min={-360}
              max={360}
              value={(volume.yaw * 180) / Math.PI}
              onChange={(degrees) => type({ yaw: (degrees * Math.PI) / 180 })}
            />
          </div>
          <NudgePad />
          <HiddenPartsChoice />
          <div className="flex justify-end border-t border-hairline pt-4">
            <DeleteSelected />
          </div>
        </div>
      ) : null}
    </div>
  );
}
