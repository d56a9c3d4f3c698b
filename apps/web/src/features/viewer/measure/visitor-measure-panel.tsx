import type { PublishedScene } from "@blueprint/contract/published";
import { evaluateMeasurement } from "@blueprint/scene/measurement";
import { Crosshair, Trash2, Undo2, X } from "lucide-react";
import { useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { formatMeasured } from "./format-measured.ts";
import {
  countMissingPoints,
  removeMeasurePoint,
  startMeasure,
  type VisitorMeasure,
  visitorMeasureTypes,
} from "./visitor-measure.ts";

const units = [
  { value: "metric", label: "m" },
  { value: "imperial", label: "ft" },
] as const;
const unitsKey = "viewer.units";

/** A visitor's measurement with its uncertainty. Stays in the page. */
export function VisitorMeasurePanel({
  measure,
  scene,
  hasMissed,
  isBare = false,
  onChange,
  onSetAtAim,
  onClose,
}: {
  readonly measure: VisitorMeasure;
  /** Provides the units and the scale set by the team. */
  readonly scene: Pick<PublishedScene, "units" | "scale">;
  /** The last pick hit no surface and added no point. */
  readonly hasMissed: boolean;
  /** Has no frame: the sheet already has one. */
  readonly isBare?: boolean;
  readonly onChange: (measure: VisitorMeasure) => void;
  readonly onSetAtAim: () => void;
  readonly onClose: () => void;
}) {
  const { t, language } = useWording();
  const [unit, setUnit] = useState(() => readKeptUnits() ?? scene.units ?? "metric");
  const missing = countMissingPoints(measure);
  // One uncertainty is propagated for all points: the least certain one decides.
  const pointUncertainty = Math.max(0, ...measure.uncertainties);
  const value =
    missing > 0
      ? null
      : formatMeasured(
          evaluateMeasurement({ ...measure, pointUncertainty }, scene.scale ?? { value: 1, uncertainty: 0 }),
          measure.type,
          unit,
          { language },
        );
  return (
    <section
      aria-label={t("measure.title")}
      data-panel="measure"
      className={classNames(
        "grid max-w-full gap-2",
        isBare ? "px-4 pb-3" : "w-full rounded-soft border border-line bg-sheet p-3 shadow-overlay",
      )}
    >
      <header className="flex items-center justify-between gap-2">
        <h2 className="font-strong">{t("measure.title")}</h2>
        <span className="flex items-center">
          <IconButton
            label={t("measure.undo")}
            icon={Undo2}
            size="small"
            disabled={measure.points.length === 0}
            onClick={() => onChange(removeMeasurePoint(measure))}
          />
          <IconButton
            label={t("measure.restart")}
            icon={Trash2}
            size="small"
            disabled={measure.points.length === 0}
            onClick={() => onChange(startMeasure(measure.type))}
          />
          <IconButton label={t("measure.stop")} icon={X} size="small" onClick={onClose} />
        </span>
      </header>
      <div className="flex flex-wrap gap-2">
        <SegmentedControl
          label={t("measure.what")}
          segments={visitorMeasureTypes.map((type) => ({ value: type, label: t(`measure.${type}`) }))}
          value={measure.type}
          onChange={(type) => onChange(startMeasure(type))}
        />
        <SegmentedControl
          label={t("measure.units")}
          segments={units}
          value={unit}
          onChange={(next) => {
            keepUnits(next);
            setUnit(next);
          }}
        />
      </div>
      <p aria-live="polite" className="min-h-6">
        {value === null ? (
          <span className="text-ink-soft">{t("measure.missing", { count: missing })}</span>
        ) : (
          <output className="font-mono">{value}</output>
        )}
        {hasMissed ? <span className="block text-caption text-danger">{t("measure.noSurface")}</span> : null}
      </p>
      <Button className="justify-self-start" onClick={onSetAtAim}>
        <Crosshair aria-hidden="true" strokeWidth={1.5} />
        {t("measure.place")}
      </Button>
      <p className="text-caption text-ink-soft text-pretty">{t("measure.note")}</p>
    </section>
  );
}

function readKeptUnits(): "metric" | "imperial" | null {
  try {
    const kept = localStorage.getItem(unitsKey);
    return kept === "metric" || kept === "imperial" ? kept : null;
  } catch {
    return null;
  }
}

function keepUnits(kept: "metric" | "imperial"): void {
  try {
    localStorage.setItem(unitsKey, kept);
  } catch {
    // Storage is blocked: the place's own units apply next time.
  }
}
