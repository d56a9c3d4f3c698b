import type { PositionSource } from "@blueprint/contract/scan-formats";
import type { FrameAnswers, PreflightReport, UpAxis } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { fileExtension } from "../file-extension.ts";
import { ScanProblem } from "../scan-problem.ts";
import { readZipDirectory, readZipEntryStart, requireSafeArchive, type ZipEntry } from "../zip-directory.ts";
import { findZipPart } from "../zip-part.ts";
import { type HdrFormat, isHdrFormat, readHdrHeader } from "./hdr/hdr-header.ts";
import { type PictureHeader, readPictureStart } from "./picture-header.ts";
import { type PanoramaPose, placePanoramas } from "./place-panoramas.ts";
import { type PositionRow, readPositionTable } from "./position-table.ts";
import { requireEquirectangular } from "./require-equirectangular.ts";

/** One picture of a set. */
export interface SetPicture extends PanoramaPose {
  /** Path in the archive. */
  readonly path: string;
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The contents of a panorama archive, ordered by its table, else by name. */
export interface PanoramaSet {
  readonly pictures: readonly SetPicture[];
  readonly positions: PositionSource;
  /** Up axis of the table. */
  readonly upAxis: Exclude<UpAxis, "-y">;
  /** Subtracted from the source's coordinates, in its axes; metres. */
  readonly localOrigin: readonly [number, number, number];
  readonly crs: string | undefined;
  readonly warnings: PreflightReport["warnings"];
}

export const panoramasMax = 500;
const tableBytesMax = 4 << 20;
/** Nearly all headers are shorter; a larger thumbnail or colour profile is read on the second attempt. */
const headBytesSteps = [128 << 10, 1 << 20];
const usualTableName = /^(panoramas?|positions?|poses?|locations?)\.(csv|json)$/i;

/**
 * Reads the position table and the picture headers of a panorama archive. Runs in the browser and in Node.
 * @throws ScanProblem that names the faulty picture
 */
export async function readPanoramaSet(source: ByteSource, answers: FrameAnswers = {}): Promise<PanoramaSet> {
  const entries = await readZipDirectory(source);
  requireSafeArchive(entries, source.sizeBytes);
  const files = entries.filter(({ path }) => !/(^|\/)(__MACOSX\/|\.)/i.test(path) && !path.endsWith("/"));
  const isPicture = ({ path }: ZipEntry) => toPictureFormat(path) !== undefined;
  const all = files.filter(isPicture);
  const table = await findTable(source, files);
  const listed = table === null ? null : requireListed(table.rows, table.path, all);
  const byName = (a: ZipEntry, b: ZipEntry) => a.path.localeCompare(b.path, "en", { numeric: true });
  const wanted = listed ?? all.toSorted(byName).map((entry) => ({ entry, row: undefined }));
  if (wanted.length > panoramasMax) throw new ScanProblem("scan-too-many-panoramas", `${wanted.length}`);
  const known: { entry: ZipEntry; row: PositionRow | undefined; header: PictureHeader }[] = [];
  let fault: ScanProblem | undefined;
  for (const { entry, row } of wanted) {
    const header = await readHeader(source, entry);
    try {
      requireEquirectangular(header, entry.path);
      known.push({ entry, row, header });
    } catch (error) {
      // Without a table, not every picture is necessarily meant: a thumbnail or a map may be among them.
      const isStray = row === undefined && error instanceof ScanProblem && error.code === "scan-not-equirectangular";
      if (!isStray) throw error;
      fault ??= error;
    }
  }
  if (known.length === 0) throw fault ?? new ScanProblem("scan-empty-geometry", "no panorama in the archive");
  const { poses, ...frame } = placePanoramas(
    known.map(({ row, header }) => ({
      position: row?.position,
      geographic: row?.position === undefined ? (row?.geographic ?? header.geographic) : undefined,
      isFromTable: row?.geographic !== undefined,
      heading: row?.heading ?? header.heading,
    })),
    answers,
  );
  const isPictureLocated = known.some(({ header }) => header.hasLocation);
  const warnings: PreflightReport["warnings"] = [
    ...(frame.isFromPictures
      ? (["scan-location-used"] as const)
      : isPictureLocated
        ? (["scan-has-location"] as const)
        : []),
    ...(poses.every(({ isPlaced }) => isPlaced) ? [] : (["scan-panorama-not-placed"] as const)),
    ...(frame.isHeadingUnknown ? (["scan-panorama-heading-unknown"] as const) : []),
    ...(known.length < all.length ? (["scan-panorama-left-out"] as const) : []),
    ...(known.some(({ entry }) => isHdrFormat(toPictureFormat(entry.path) ?? ""))
      ? (["scan-hdr-tone-mapped"] as const)
      : []),
    ...(frame.localOrigin.some((value) => value !== 0) && frame.crs === undefined
      ? (["scan-large-coordinates"] as const)
      : []),
  ];
  return {
    pictures: known.map(({ entry, row, header: { widthPx, heightPx } }, index) => ({
      ...poses[index]!,
      path: entry.path,
      name: row?.name ?? toBareName(entry.path),
      widthPx,
      heightPx,
    })),
    positions: frame.positions,
    upAxis: frame.upAxis,
    localOrigin: frame.localOrigin,
    crs: frame.crs,
    warnings,
  };
}

/** @throws ScanProblem scan-panorama-picture-missing, scan-panorama-twice */
function requireListed(
  rows: readonly PositionRow[],
  tablePath: string,
  pictures: readonly ZipEntry[],
): { entry: ZipEntry; row: PositionRow }[] {
  const paths = pictures.map(({ path }) => path);
  const used = new Set<string>();
  return rows.map((row) => {
    const path = findZipPart(paths, tablePath, row.file);
    const entry = pictures.find((picture) => picture.path === path);
    if (entry === undefined) throw new ScanProblem("scan-panorama-picture-missing", undefined, row.file);
    if (used.has(entry.path)) throw new ScanProblem("scan-panorama-twice", undefined, row.file);
    used.add(entry.path);
    return { entry, row };
  });
}

/** The table has a usual name, or is the only CSV or JSON that names pictures. */
async function findTable(
  source: ByteSource,
  files: readonly ZipEntry[],
): Promise<{ path: string; rows: PositionRow[] } | null> {
  const candidates = files.filter(({ path }) => /\.(csv|json)$/i.test(path));
  const usual = candidates.find(({ path }) => usualTableName.test(path.split("/").at(-1)!));
  const entry = usual ?? (candidates.length === 1 ? candidates[0] : undefined);
  if (entry === undefined) return null;
  const isTooLarge = entry.unpackedBytes > tableBytesMax;
  const text = isTooLarge ? "" : new TextDecoder().decode(await readZipEntryStart(source, entry, tableBytesMax));
  const rows = readPositionTable(text, fileExtension(entry.path) === "json" ? "json" : "csv");
  if (rows !== null) return { path: entry.path, rows };
  if (usual !== undefined) throw new ScanProblem("scan-panorama-table-unreadable", undefined, usual.path);
  return null;
}

async function readHeader(source: ByteSource, entry: ZipEntry): Promise<PictureHeader> {
  const format = toPictureFormat(entry.path)!;
  try {
    for (const headBytes of headBytesSteps) {
      const head = await readZipEntryStart(source, entry, headBytes);
      const header = isOfFormat(head, format) ? readStart(head, format, entry.unpackedBytes) : undefined;
      if (header !== undefined) return header;
    }
  } catch (error) {
    if (error instanceof ScanProblem) throw new ScanProblem(error.code, error.detail, entry.path);
    // A read past the end means that the file's lengths are wrong.
    throw new ScanProblem("scan-corrupt", error instanceof Error ? error.message : undefined, entry.path);
  }
  throw new ScanProblem(entry.unpackedBytes <= 64 ? "scan-truncated" : "scan-corrupt", "no size", entry.path);
}

type SetFormat = "jpeg" | "png" | "webp" | HdrFormat;

function readStart(head: Uint8Array, format: SetFormat, sizeBytes: number): PictureHeader | undefined {
  if (!isHdrFormat(format)) return readPictureStart(head, format, sizeBytes);
  const size = readHdrHeader(head, format);
  if (size === undefined) return undefined;
  const unknown = { hasLocation: false, geographic: undefined, heading: undefined, pxPerPaperM: undefined };
  return { widthPx: size.widthPx, heightPx: size.heightPx, isPanorama: false, ...unknown };
}

const marks: Readonly<Record<Exclude<SetFormat, "webp">, string>> = {
  jpeg: "\xff\xd8\xff",
  png: "\x89PNG\r\n\x1a\n",
  hdr: "#?R",
  exr: "v/1\x01",
};

function isOfFormat(head: Uint8Array, format: SetFormat): boolean {
  // TextDecoder's "latin1" is Windows-1252, which has other characters from 0x80 to 0x9f.
  const mark = String.fromCharCode(...head.subarray(0, 12));
  return format === "webp" ? /^RIFF[\s\S]{4}WEBP/.test(mark) : mark.startsWith(marks[format]);
}

/** The format of a set's picture by its name; undefined for any other file. */
export function toPictureFormat(path: string): SetFormat | undefined {
  const extension = fileExtension(path);
  if (extension === "jpg" || extension === "jpeg") return "jpeg";
  return extension === "png" || extension === "webp" || isHdrFormat(extension) ? extension : undefined;
}

function toBareName(path: string): string {
  return path
    .split("/")
    .at(-1)!
    .replace(/\.[^.]*$/, "");
}
