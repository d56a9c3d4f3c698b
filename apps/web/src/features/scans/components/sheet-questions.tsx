import type { FrameAnswers, PreflightReport } from "@blueprint/contract/scan-report";
import { useState } from "react";
import { formatLength } from "../../../lib/format.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";

const scales = [20, 25, 50, 75, 100, 125, 150, 200, 250, 500, 1000] as const;

/** Asks for a plan's real size: its scale if the paper size is known, otherwise its width. */
export function SheetQuestions({
  paper,
  frame,
  onFrame,
}: {
  readonly paper: PreflightReport["paper"];
  readonly frame: FrameAnswers;
  readonly onFrame: (frame: FrameAnswers) => void;
}) {
  const { sheetWidthM, drawingScale, ...others } = frame;
  const [typed, setTyped] = useState(sheetWidthM === undefined ? "" : String(sheetWidthM));
  const width = toWidth(typed);
  const scaledWidthM = paper === undefined || drawingScale === undefined ? undefined : paper.widthM * drawingScale;
  return (
    <div className="grid items-start gap-4 border-t border-hairline p-4 sm:grid-cols-2">
      {paper === undefined ? null : (
        <Select
          label="Scale of the drawing"
          hint={
            scaledWidthM === undefined
              ? "You'll find it in the title block, such as 1:100."
              : `That makes the sheet ${formatLength(scaledWidthM)} m wide in the building.`
          }
          value={drawingScale === undefined ? "" : String(drawingScale)}
          disabled={sheetWidthM !== undefined}
          options={[
            { value: "", label: "Not sure" },
            ...scales.map((scale) => ({ value: String(scale), label: `1:${scale}` })),
          ]}
          onChange={({ target: { value } }) => {
            const chosen = scales.find((scale) => String(scale) === value);
            onFrame({ ...others, ...(chosen === undefined ? {} : { drawingScale: chosen }) });
          }}
        />
      )}
      <TextField
        label={paper === undefined ? "Width of the whole sheet, in metres" : "Or its whole width, in metres"}
        optional
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        hint="Measured in the building, from the left edge of the sheet to the right."
        error={width === null ? "Enter a number of metres, such as 24.5." : undefined}
        onChange={({ target: { value } }) => {
          setTyped(value);
          const next = toWidth(value);
          if (next === null) return;
          const kept = { ...others, ...(drawingScale === undefined ? {} : { drawingScale }) };
          onFrame(next === undefined ? kept : { ...kept, sheetWidthM: next });
        }}
      />
    </div>
  );
}

/** Undefined if empty, null if not a length. */
function toWidth(typed: string): number | undefined | null {
  const text = typed.trim().replace(",", ".");
  if (text === "") return undefined;
  const metres = Number(text);
  return metres > 0 && metres <= 20_000 ? metres : null;
}
