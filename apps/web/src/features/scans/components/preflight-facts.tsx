import { scanFormats } from "@blueprint/contract/scan-formats";
import type { FrameAnswers, PreflightReport } from "@blueprint/contract/scan-report";
import { type Fact, formatBounds, formatPaper, toCountFacts, toPositionFact, toUnitName } from "../scan-facts.ts";

/** What the preflight found in a file, with the answers to what it left open. */
export function PreflightFacts({ report, frame }: { readonly report: PreflightReport; readonly frame: FrameAnswers }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] overflow-hidden border-t border-hairline">
      {toFacts(report, frame).map(({ label, value }) => (
        <div key={label} className="-mr-px -mb-px border-r border-b border-hairline px-4 py-2">
          <dt className="text-caption text-ink-soft">{label}</dt>
          <dd className="font-mono text-caption">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function toFacts(
  { format, counts, bounds, unit: declaredUnit, kind, paper, positions }: PreflightReport,
  frame: FrameAnswers,
): readonly Fact[] {
  const unit = declaredUnit === "unknown" ? (frame.unit ?? "unknown") : declaredUnit;
  return [
    { label: "Format", value: scanFormats[format].label },
    ...toCountFacts(counts),
    ...(positions === undefined ? [] : [toPositionFact(positions)]),
    ...(bounds === undefined || kind === "panorama" ? [] : [{ label: "Bounds", value: formatBounds(bounds, unit) }]),
    ...(paper === undefined ? [] : [{ label: "Paper", value: formatPaper(paper) }]),
    ...(kind === "panorama" || (kind === "plan" && format !== "dxf")
      ? []
      : [{ label: "Units", value: toUnitName(unit) }]),
  ];
}
