import { scanFormats } from "@blueprint/contract/scan-formats";
import { type FrameAnswers, metresPerUnit, type PreflightReport } from "@blueprint/contract/scan-report";
import { Select } from "../../../ui/select.tsx";
import { findFrameQuestions, formatBounds, toUnitName } from "../scan-facts.ts";
import { SheetQuestions } from "./sheet-questions.tsx";

const units = ["metre", "centimetre", "millimetre", "foot", "us-survey-foot", "inch"] as const;

/** Asks what a file does not say and a guess may get wrong. Leaving it open is an answer, too. */
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
          hint={
            report.kind === "panorama"
              ? "Tables don't say. We infer it when camera heights match."
              : `${scanFormats[report.format].label} files don't say. We infer it from floors and ceilings, if there are any.`
          }
          value={upAxis ?? ""}
          options={[
            { value: "", label: "Not sure, detect it" },
            { value: "z", label: "Z, as in surveying and CAD" },
            { value: "y", label: "Y, as in most 3D programs" },
          ]}
          onChange={({ target: { value } }) => {
            const chosen = value === "y" || value === "z" ? value : undefined;
            onFrame({ ...(unit === undefined ? {} : { unit }), ...(chosen === undefined ? {} : { upAxis: chosen }) });
          }}
        />
      ) : null}
    </div>
  );
}

/** What the answer makes of the scan: a person knows how large their venue is. */
function sizeHint({ bounds }: PreflightReport, unit: FrameAnswers["unit"]): string {
  if (bounds === undefined) return "It sets the size of the scan.";
  const scale = metresPerUnit[unit ?? "metre"];
  const inMetres = { min: toScaled(bounds.min, scale), max: toScaled(bounds.max, scale) };
  return `Then the scan is ${formatBounds(inMetres, "metre")}.`;
}

const toScaled = ([x, y, z]: readonly [number, number, number], scale: number): [number, number, number] => [
  x * scale,
  y * scale,
  z * scale,
];
