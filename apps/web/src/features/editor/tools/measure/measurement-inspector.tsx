import { evaluateMeasurement, type Measurement } from "@blueprint/scene/measurement";
import { editObject } from "@blueprint/scene/object-operations";
import { toScale } from "@blueprint/scene/scene-settings";
import { calibrateByMeasurement, editSettings } from "@blueprint/scene/settings-operations";
import { uncalibratedScale } from "@blueprint/scene/uncertainty";
import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { SegmentedControl } from "../../../../ui/segmented-control.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { formatMeasured, metresPerFoot } from "../../../viewer/viewer.ts";
import { attemptStep } from "../../attempt-change.ts";
import { measurementLabels, toMeasurementName } from "../../object-names.ts";
import { useDocument, useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { DeleteSelected } from "../delete-selected.tsx";
import { NudgePad } from "../nudge-pad.tsx";
import { NumberField } from "../number-field.tsx";
import { ObjectHead } from "../object-head.tsx";

const units = [
  { value: "metric", label: "Metres" },
  { value: "imperial", label: "Feet" },
] as const;

/** A measurement, its uncertainty, and a field for a length's true value. */
export function MeasurementInspector({ measurement }: { readonly measurement: Measurement }) {
  const { session } = useEditorRoom();
  const { settings } = useDocument().scene;
  const canEdit = useMayEdit();
  const measured = evaluateMeasurement(measurement, toScale(settings));
  const edit = (values: Parameters<typeof editObject<"measurements">>[3]) =>
    editObject(session.doc, "measurements", measurement.id, values);
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
              onChange={(next) => {
                session.endStep();
                editSettings(session.doc, { units: next });
                session.endStep();
              }}
            />
            <TextField
              label="Name"
              name="measurement-name"
              autoComplete="off"
              maxLength={120}
              placeholder={measurementLabels[measurement.type]}
              value={measurement.name}
              onChange={(event) => edit({ name: event.target.value })}
              onBlur={() => session.endStep()}
            />
            <NumberField
              label="Accuracy"
              unit="m per point"
              hint="Estimated from the scan type. Change it if you know it."
              step={0.001}
              min={0}
              max={100}
              value={measurement.pointUncertainty}
              onChange={(pointUncertainty) => edit({ pointUncertainty })}
              onDone={() => session.endStep()}
            />
            {measurement.type === "distance" || measurement.type === "height" ? (
              <Calibration measurement={measurement} />
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

/** One known length sets the scale of every measurement. */
function Calibration({ measurement }: { readonly measurement: Measurement }) {
  const { session } = useEditorRoom();
  const { settings } = useDocument().scene;
  const isHere = settings.calibration?.measurementId === measurement.id;
  const factor = settings.units === "imperial" ? metresPerFoot : 1;
  const unit = settings.units === "imperial" ? "ft" : "m";
  const now = evaluateMeasurement(measurement, uncalibratedScale).value;
  const [known, setKnown] = useState(
    (settings.calibration && isHere ? settings.calibration.knownMetres : now) / factor,
  );
  const [uncertainty, setUncertainty] = useState(
    (settings.calibration && isHere ? settings.calibration.knownUncertainty : 0.001) / factor,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const calibrate = () => {
    const refusal = attemptStep(session, () => {
      calibrateByMeasurement(session.doc, measurement.id, {
        metres: known * factor,
        uncertainty: uncertainty * factor,
      });
      session.announce("Scale set. It applies to all measurements.");
    });
    setProblem(refusal);
  };
  return (
    <form
      className="grid gap-3 border-t border-hairline pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        calibrate();
      }}
    >
      <h3 className="font-strong">Calibrate with this length</h3>
      <div className="grid grid-cols-2 gap-2">
        <NumberField label="Actual length" unit={unit} min={0.001} value={known} onChange={setKnown} />
        <NumberField label="Accuracy" unit={`± ${unit}`} min={0} value={uncertainty} onChange={setUncertainty} />
      </div>
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Set scale
        </Button>
        {settings.calibration === null ? null : (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              session.endStep();
              editSettings(session.doc, { calibration: null });
              session.endStep();
              session.announce("Calibration removed.");
            }}
          >
            Remove calibration
          </Button>
        )}
      </div>
      {settings.calibration === null ? null : (
        <p className="text-caption text-ink-soft">
          Scale {settings.calibration.scale.toFixed(4)} ± {settings.calibration.scaleUncertainty.toFixed(4)}
          {isHere ? ", from this length." : ", from another length."}
        </p>
      )}
    </form>
  );
}
