import { evaluateMeasurement, type Measurement } from "@blueprint/scene/measurement";
import { toScale } from "@blueprint/scene/scene-settings";
import { editSettings } from "@blueprint/scene/settings-operations";
import { SegmentedControl } from "../../../../ui/segmented-control.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { formatMeasured } from "../../../viewer/viewer.ts";
import { editFields } from "../../edit-fields.ts";
import { measurementLabels, toMeasurementName } from "../../object-names.ts";
import { useDocument, useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { DeleteSelected } from "../delete-selected.tsx";
import { NudgePad } from "../nudge-pad.tsx";
import { NumberField } from "../number-field.tsx";
import { ObjectHead } from "../object-head.tsx";
import { CalibrationForm } from "./calibration-form.tsx";

const units = [
  { value: "metric", label: "Metres" },
  { value: "imperial", label: "Feet" },
] as const;

/** A measurement, its uncertainty, and a field for a length's true value. */
export function MeasurementInspector({ measurement }: { readonly measurement: Measurement }) {
  const { attempt } = useEditorRoom();
  const { settings } = useDocument().scene;
  const canEdit = useMayEdit();
  const measured = evaluateMeasurement(measurement, toScale(settings));
  const { type } = editFields(attempt, "measurements", measurement.id);
  return (
    <div className="grid content-start">
      <ObjectHead kind={measurementLabels[measurement.type]} name={toMeasurementName(measurement)} />
      <div className="grid gap-4 p-4">
        <p className="grid gap-1">
          <span data-measured className="font-mono text-lead font-strong">
            {formatMeasured(measured, measurement.type, settings.units)}
          </span>
          <span className="text-caption text-ink-soft text-pretty">
            The value after ± is one standard deviation, from the accuracy of a single point on this scan as it was
            loaded (
            {formatMeasured({ value: measurement.pointUncertainty, uncertainty: 0 }, "distance", settings.units, {
              withUncertainty: false,
            })}
            ){settings.calibration === null ? "" : ", and the calibration"}.
          </span>
        </p>
        {canEdit ? (
          <>
            <SegmentedControl
              label="Units"
              segments={units}
              value={settings.units}
              onChange={(next) => attempt((doc) => editSettings(doc, { units: next }))}
            />
            <TextField
              label="Name"
              name="measurement-name"
              autoComplete="off"
              maxLength={120}
              placeholder={measurementLabels[measurement.type]}
              value={measurement.name}
              onChange={(event) => type({ name: event.target.value })}
            />
            <NumberField
              label="Accuracy"
              unit="m per point"
              hint="Estimated from the scan type. Change it if you know it."
              step={0.001}
              min={0}
              max={100}
              value={measurement.pointUncertainty}
              onChange={(pointUncertainty) => type({ pointUncertainty })}
            />
            {measurement.type === "distance" || measurement.type === "height" ? (
              <CalibrationForm measurement={measurement} />
            ) : null}
            <NudgePad />
            <div className="flex justify-end border-t border-hairline pt-4">
              <DeleteSelected />
            </div>
          </>
        ) : null}
      </div>
    </div>
  );
}
