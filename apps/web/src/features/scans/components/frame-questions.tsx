import { scanFormats } from "@blueprint/contract/scan-formats";
import { type FrameAnswers, metresPerUnit, type PreflightReport, upAxes } from "@blueprint/contract/scan-report";
import { Select } from "../../../ui/select.tsx";
import { findFrameQuestions, formatBounds, toUnitName } from "../scan-facts.ts";
import { SheetQuestions } from "./sheet-questions.tsx";

const units = ["metre", "centimetre", "millimetre", "foot", "us-survey-foot", "inch"] as const;

/** Asks about facts that a file omits and a guess may get wrong. The user may leave them open. */
export function FrameQuestions({
  report,
  frame,
  onFrame,
}: {
  readonly report: PreflightReport;
  readonly frame: FrameAnswers;
  readonly onFrame: (frame: FrameAnswers) => void;
}) {
  const { asksSheet, asksUnit, asksUpAxis } = findFrameQuestions(report);
  if (asksSheet) return <SheetQuestions paper={report.paper} frame={frame} onFrame={onFrame} />;
  if (!asksUnit && !asksUpAxis) return null;
  const { unit, upAxis } = frame;
  return (
    <div className="grid items-start gap-4 border-t border-hairline p-4 sm:grid-cols-2">
      {asksUnit ? (
        <Select
          label="One unit in the file is"
          hint={sizeHint(report, unit)}
          value={unit ?? ""}
          options={[
            { value: "", label: "Not sure, use metres" },
            ...units.map((value) => ({ value, label: toUnitName(value) })),
          ]}
          onChange={({ target: { value } }) => {
            const chosen = units.find((candidate) => candidate === value);
            onFrame({ ...(chosen === undefined ? {} : { unit: chosen }), ...(upAxis === undefined ? {} : { upAxis }) });
          }}
        />
      ) : null}
      {asksUpAxis ? (
        <Select
          label={report.kind === "panorama" ? "Up in the table is" : "Up in the file is"}
          hint={toUpAxisHint(report)}
          value={upAxis ?? ""}
          options={[
            { value: "", label: report.kind === "splat" ? "Not sure, use the usual axis" : "Not sure, detect it" },
            { value: "z", label: "Z, as in surveying and CAD" },
            { value: "y", label: "Y, as in most 3D programs" },
            ...(report.kind === "splat" ? [{ value: "-y", label: "Opposite to Y, as in freshly trained splats" }] : []),
          ]}
          onChange={({ target: { value } }) => {
            const chosen = upAxes.find((axis) => axis === value);
            onFrame({ ...(unit === undefined ? {} : { unit }), ...(chosen === undefined ? {} : { upAxis: chosen }) });
          }}
        />
      ) : null}
    </div>
  );
}

function toUpAxisHint({ kind, format, upAxis }: PreflightReport): string {
  if (kind === "panorama") return "Tables don't say. We infer it when camera heights match.";
  const { label } = scanFormats[format];
  if (kind === "splat") return `${label} files don't say. Usually it's ${upAxis === "y" ? "Y" : "opposite to Y"}.`;
  return `${label} files don't say. We infer it from floors and ceilings, if there are any.`;
}

/** The scan's size with this answer: users know how large their venue is. */
function sizeHint({ bounds }: PreflightReport, unit: FrameAnswers["unit"]): string {
  if (bounds === undefined) return "It sets the size of the scan.";
  const scale = metresPerUnit[unit ?? "metre"];
  const inMetres = { min: toScaled(bounds.min, scale), max: toScaled(bounds.max, scale) };
  return `The scan will be ${formatBounds(inMetres, "metre")}.`;
}

const toScaled = ([x, y, z]: readonly [number, number, number], scale: number): [number, number, number] => [
  x * scale,
  y * scale,
  z * scale,
];
