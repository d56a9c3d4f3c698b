import { evaluateMeasurement, type Measurement } from "@blueprint/scene/measurement";
import { calibrateByMeasurement, editSettings } from "@blueprint/scene/settings-operations";
import { uncalibratedScale } from "@blueprint/scene/uncertainty";
import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { metresPerFoot } from "../../../viewer/viewer.ts";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import { NumberField } from "../number-field.tsx";

/** One known length sets the scale of every measurement. */
export function CalibrationForm({ measurement }: { readonly measurement: Measurement }) {
  const { connection, attempt } = useEditorRoom();
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
  const calibrate = () => {
    const length = { metres: known * factor, uncertainty: uncertainty * factor };
    const set = attempt((doc) => calibrateByMeasurement(doc, measurement.id, length));
    if (set !== null) connection.announce("Scale set. It applies to all measurements.");
  };
  const removeCalibration = () => {
    const removed = attempt((doc) => editSettings(doc, { calibration: null }));
    if (removed !== null) connection.announce("Calibration removed.");
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
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Set scale
        </Button>
        {settings.calibration === null ? null : (
          <Button size="small" variant="quiet" onClick={removeCalibration}>
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
