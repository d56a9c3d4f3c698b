import { leavesUpAxisOpen, type PositionSource, type ScanKind, scanFormats } from "@blueprint/contract/scan-formats";
import type { Bounds, ConversionStage, LengthUnit, PreflightReport, ScanCounts } from "@blueprint/contract/scan-report";
import type { Scan } from "@blueprint/contract/scans";
import { formatCount, formatLength } from "../../lib/format.ts";

export const kindLabels: Record<ScanKind, string> = {
  mesh: "Mesh",
  "point-cloud": "Point cloud",
  splat: "Splats",
  panorama: "Panorama",
  plan: "Floor plan",
};

export const stageLabels: Record<ConversionStage, string> = {
  checking: "Checking",
  reading: "Reading",
  optimising: "Optimising",
  tiling: "Splitting into tiles",
  textures: "Textures",
  preview: "Preview picture",
  writing: "Writing",
};

const unitLabels: Record<LengthUnit, { readonly name: string; readonly sign: string }> = {
  metre: { name: "Metres", sign: "m" },
  centimetre: { name: "Centimetres", sign: "cm" },
  millimetre: { name: "Millimetres", sign: "mm" },
  foot: { name: "Feet", sign: "ft" },
  "us-survey-foot": { name: "US survey feet", sign: "ft" },
  inch: { name: "Inches", sign: "in" },
  unknown: { name: "Not specified, metres assumed", sign: "m" },
};

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A scan's counts, the most telling one first. */
export function toCountFacts(counts: ScanCounts): readonly Fact[] {
  const facts: Fact[] = [];
  const add = (label: string, count: number | undefined) => {
    if (count !== undefined) facts.push({ label, value: formatCount(count) });
  };
  add("Panoramas", counts.panoramas);
  add("Triangles", counts.triangles);
  add("Points", counts.points);
  add("Splats", counts.splats);
  add("Vertices", counts.vertices);
  add("Textures", counts.textures);
  add("Pages", counts.pages);
  add("Lines", counts.lines);
  add("Layers", counts.layers);
  if (counts.widthPx !== undefined && counts.heightPx !== undefined)
    facts.push({
      label: (counts.panoramas ?? 1) > 1 ? "Largest, pixels" : "Pixels",
      value: `${formatCount(counts.widthPx)} × ${formatCount(counts.heightPx)}`,
    });
  return facts;
}

const positionLabels: Record<PositionSource, string> = {
  "table-metres": "From the table, in metres",
  "table-degrees": "From the table, on Earth",
  pictures: "From the pictures (GPS)",
  none: "Not specified",
};

/** Source of the positions in a set of panoramas. */
export function toPositionFact(positions: PositionSource): Fact {
  return { label: "Positions", value: positionLabels[positions] };
}

/** "12.4 × 3.10 × 8.25 m" in the file's own axes and unit. */
export function formatBounds({ min, max }: Bounds, unit: LengthUnit): string {
  const sides = max.map((side, axis) => formatLength(side - min[axis]!));
  return `${sides.join(" × ")} ${unitLabels[unit].sign}`;
}

/** "841 × 594 mm": paper sizes are given in millimetres. */
export function formatPaper({ widthM, heightM }: { readonly widthM: number; readonly heightM: number }): string {
  return `${Math.round(widthM * 1000)} × ${Math.round(heightM * 1000)} mm`;
}

export function toUnitName(unit: LengthUnit): string {
  return unitLabels[unit].name;
}

/** What a file leaves open, to ask the user about. */
export function findFrameQuestions(report: PreflightReport) {
  const { kind, format, unit } = report;
  const asksSheet = kind === "plan" && format !== "dxf";
  return {
    asksSheet,
    asksUnit: !asksSheet && unit === "unknown" && kind !== "panorama",
    asksUpAxis: kind === "splat" || leavesUpAxisOpen(report),
  };
}

/** One line under a scan's name: "Mesh, GLB, 1,088,400 triangles". */
export function summariseScan({ kind, format, report }: Scan): string {
  const first = report === null ? undefined : toCountFacts(report.counts)[0];
  const parts = [kindLabels[kind], scanFormats[format].label];
  if (first !== undefined) parts.push(first.label === "Pixels" ? first.value : toCountInWords(first));
  return parts.join(", ");
}

/** How far the picture is from the scan, from the first tiles to the last: in words for the user; null if unknown. */
export function describeDetail({ kind, report }: Pick<Scan, "kind" | "report">): string | null {
  const [first, ...others] = report?.detail ?? [];
  const last = others.at(-1);
  if (first === undefined) return null;
  if (kind === "point-cloud") {
    const finest = formatDeviation((last ?? first).errorM);
    return last === undefined
      ? `Points ${finest} apart, in one piece.`
      : `Points ${formatDeviation(first.errorM)} apart at first, ${finest} in the finest of ${others.length + 1} levels.`;
  }
  if (last === undefined) return "Shown exactly from the first picture on.";
  const noun = kind === "splat" ? "Splats" : "Surfaces";
  return `${noun} up to ${formatDeviation(first.errorM)} off at first, exact in the finest of ${others.length + 1} levels.`;
}

/** "0.4 mm", "12 mm", "3.4 cm", "1.20 m": never more digits than were measured. */
function formatDeviation(metres: number): string {
  if (metres < 0.01) return `${Number((metres * 1000).toFixed(1))} mm`;
  return metres < 1 ? `${Number((metres * 100).toFixed(1))} cm` : `${formatLength(metres)} m`;
}

/** "1 page", "3 pages". */
function toCountInWords({ label, value }: Fact): string {
  const word = label.toLowerCase();
  return `${value} ${value === "1" && word !== "vertices" ? word.replace(/s$/, "") : word}`;
}

/** Whether a scan's processing is over. */
export function isSettled({ state }: Scan): boolean {
  return state === "ready" || state === "failed" || state === "cancelled";
}
