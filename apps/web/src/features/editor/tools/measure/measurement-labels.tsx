import { evaluateMeasurement, type Measurement } from "@blueprint/scene/measurement";
import { toScale } from "@blueprint/scene/scene-settings";
import { classNames } from "../../../../lib/class-names.ts";
import { findLabelPoint, formatMeasured, listShown } from "../../../viewer/viewer.ts";
import { toMeasurementName } from "../../object-names.ts";
import { isSelected, type Selection } from "../../selection.ts";
import { useDocument, useEditor } from "../../use-editor-room.ts";
import type { ToolStage } from "../tool-stage.ts";

/** More labels than this would cover what they describe; shows those nearest to the centre and the selected one. */
const labelsMax = 60;

/** Labels next to measured lines. A click selects the measurement. */
export function MeasurementLabels({
  stage,
  selection,
  onSelect,
}: {
  readonly stage: ToolStage;
  readonly selection: Selection;
  readonly onSelect: (measurementId: string, isMore: boolean) => void;
}) {
  const { scene } = useDocument();
  const inPicture = useEditor((state) => state.shown);
  const scale = toScale(scene.settings);
  const placed = listShown(inPicture, "measurements", scene.measurements).flatMap((measurement) => {
    const at = stage.toScreen(findLabelPoint(measurement));
    return at === null || at.x < -80 || at.y < -40 ? [] : [{ measurement, at }];
  });
  const isChosen = ({ id }: Measurement) => isSelected(selection, { kind: "measurements", id });
  const shown =
    placed.length <= labelsMax
      ? placed
      : [...placed]
          .sort((a, b) => Number(isChosen(b.measurement)) - Number(isChosen(a.measurement)))
          .slice(0, labelsMax);
  return shown.map(({ measurement, at }) => {
    const isOn = isChosen(measurement);
    return (
      <button
        key={measurement.id}
        type="button"
        tabIndex={-1}
        data-marker=""
        data-measurement={measurement.id}
        aria-label={`${toMeasurementName(measurement)}: ${formatMeasured(evaluateMeasurement(measurement, scale), measurement.type, scene.settings.units)}`}
        style={{
          transform: `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px) translate(-50%, calc(-100% - 6px))`,
        }}
        onClick={(event) => onSelect(measurement.id, event.shiftKey)}
        className={classNames(
          "pointer-events-auto absolute top-0 left-0 rounded-sharp border px-1.5 py-0.5 font-mono text-caption whitespace-nowrap select-none",
          isOn ? "z-10 border-accent bg-accent text-on-accent" : "border-line bg-sheet text-ink hover:border-accent",
        )}
      >
        {formatMeasured(evaluateMeasurement(measurement, scale), measurement.type, scene.settings.units)}
      </button>
    );
  });
}
