import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import type { PointStream } from "./point-stream.ts";
import { openE57 } from "./read-e57.ts";
import { openLas } from "./read-las.ts";
import { openLaz } from "./read-laz.ts";
import { openPcd } from "./read-pcd.ts";
import { openPlyPoints } from "./read-ply-points.ts";
import { openXyz } from "./read-xyz.ts";

const readers: Partial<Record<ScanFormat, (source: ByteSource) => Promise<PointStream>>> = {
  las: openLas,
  laz: openLaz,
  copc: openLaz,
  "ply-points": openPlyPoints,
  pcd: openPcd,
  e57: openE57,
  xyz: openXyz,
};

/** Opens a point cloud of a known format. @throws ScanProblem when the file is at fault */
export function openPointStream(source: ByteSource, format: ScanFormat): Promise<PointStream> {
  const open = readers[format];
  if (!open) throw new ScanProblem("scan-unknown-format", `${format} is no point cloud format`);
  return open(source);
}
