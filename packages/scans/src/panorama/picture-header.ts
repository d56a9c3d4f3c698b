import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import type { GeographicPosition } from "./position-table.ts";

/** Contents of a picture's header. */
export interface PictureHeader {
  /** As displayed: after applying the EXIF orientation. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasLocation: boolean;
  /** Location from EXIF. */
  readonly geographic: GeographicPosition | undefined;
  /** Heading of its centre, degrees clockwise from north: from the panorama metadata, else from EXIF. */
  readonly heading: number | undefined;
  /** True if its metadata declares a panorama, whatever its shape. */
  readonly isPanorama: boolean;
  /** Pixels per metre on paper; absent if unknown. */
  readonly pxPerPaperM: number | undefined;
}

export type PictureFormat = "jpeg" | "png" | "webp" | "tiff";

/** Metadata precedes the pixels; thumbnails and colour profiles rarely exceed this. */
const headBytesMax = 1 << 20;
const tailBytes = 64 << 10;

/**
 * Reads the header of a JPEG, PNG or WebP without decoding a pixel.
 * @throws ScanProblem scan-truncated when the end is missing, scan-corrupt when no size is found
 */
export async function readPictureHeader(source: ByteSource, format: PictureFormat): Promise<PictureHeader> {
  const head = await source.read(0, headBytesMax);
  const tail = await source.read(Math.max(0, source.sizeBytes - tailBytes), tailBytes);
  const found = format === "tiff" ? await readTiff(source, head) : readers[format](head, tail, source.sizeBytes);
  return toHeader(found, format, source.sizeBytes);
}

/**
 * The same from the first part of a picture, without checking its end. Undefined if the part is too short.
 * @throws ScanProblem scan-corrupt
 */
export function readPictureStart(
  head: Uint8Array,
  format: Exclude<PictureFormat, "tiff">,
  sizeBytes: number,
): PictureHeader | undefined {
  const found = readers[format](head, undefined, sizeBytes);
  return found.size === undefined ? undefined : toHeader(found, format, sizeBytes);
}

function toHeader(found: Found, format: PictureFormat, sizeBytes: number): PictureHeader {
  if (!found.size) {
    throw new ScanProblem(sizeBytes <= 64 ? "scan-truncated" : "scan-corrupt", `no size in this ${format}`);
  }
  const { widthPx, heightPx } = found.size;
  if (widthPx === 0 || heightPx === 0) throw new ScanProblem("scan-corrupt", "a picture without pixels");
  // Orientations 5 to 8 are stored sideways.
  const isTurned = found.orientation >= 5 && found.orientation <= 8;
  return {
    widthPx: isTurned ? heightPx : widthPx,
    heightPx: isTurned ? widthPx : heightPx,
    hasLocation: found.hasLocation,
    geographic: found.geographic,
    heading: found.poseHeading ?? found.heading,
    isPanorama: found.isPanorama === true,
    // 72 or 96 pixels per inch is a screen default and says nothing about paper.
    pxPerPaperM: found.pxPerPaperM !== undefined && found.pxPerPaperM > 3900 ? found.pxPerPaperM : undefined,
  };
}

interface Found {
  size: { widthPx: number; heightPx: number } | undefined;
  orientation: number;
  hasLocation: boolean;
  isPanorama?: boolean;
  pxPerPaperM?: number;
  geographic?: GeographicPosition;
  /** GPSImgDirection. */
  heading?: number;
  /** GPano:PoseHeadingDegrees, the heading of the panorama's centre. */
  poseHeading?: number;
}

const readers = { jpeg: readJpeg, png: readPng, webp: readWebp };

function readJpeg(head: Uint8Array, tail: Uint8Array | undefined): Found {
  const view = toView(head);
  const found: Found = { size: undefined, orientation: 1, hasLocation: false };
  for (let at = 2; at + 9 <= head.length; ) {
    if (head[at] !== 0xff) throw new ScanProblem("scan-corrupt", "JPEG markers");
    const marker = head[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const lengthBytes = view.getUint16(at + 2);
    const segment = head.subarray(at + 4, at + 2 + lengthBytes);
    if (marker === 0xe1) readMetadata(segment, found);
    if (marker === 0xe0 && toAscii(segment.subarray(0, 5)) === "JFIF\0" && segment.length >= 10) {
      const perUnit = view.getUint16(at + 4 + 8);
      if (segment[7] === 1) found.pxPerPaperM = perUnit / 0.0254;
      if (segment[7] === 2) found.pxPerPaperM = perUnit * 100;
    }
    // Any start-of-frame marker; DHT, JPG and DAC share the number range and are excluded.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      found.size = { heightPx: view.getUint16(at + 5), widthPx: view.getUint16(at + 7) };
      break;
    }
    if (marker === 0xda) break;
    at += 2 + lengthBytes;
  }
  if (found.size && tail !== undefined && !hasEndOfImage(tail))
    throw new ScanProblem("scan-truncated", "JPEG without its end");
  return found;
}

/** Programs append other data after the end marker, so the whole tail is searched, not only the last two bytes. */
function hasEndOfImage(tail: Uint8Array): boolean {
  for (let at = tail.length - 2; at >= 0; at--) if (tail[at] === 0xff && tail[at + 1] === 0xd9) return true;
  return false;
}

function readPng(head: Uint8Array, tail: Uint8Array | undefined): Found {
  const view = toView(head);
  const found: Found = { size: undefined, orientation: 1, hasLocation: false };
  for (let at = 8; at + 16 <= head.length; ) {
    const lengthBytes = view.getUint32(at);
    const name = toAscii(head.subarray(at + 4, at + 8));
    const chunk = head.subarray(at + 8, at + 8 + lengthBytes);
    if (name === "IHDR") found.size = { widthPx: view.getUint32(at + 8), heightPx: view.getUint32(at + 12) };
    if (name === "eXIf") readExif(chunk, found);
    if (name === "pHYs" && chunk.length >= 9 && chunk[8] === 1) found.pxPerPaperM = view.getUint32(at + 8);
    if (name === "iTXt" || name === "tEXt") readXmp(chunk, found);
    if (name === "IDAT") break;
    at += 12 + lengthBytes;
  }
  if (found.size && tail !== undefined && !toAscii(tail).includes("IEND")) {
    throw new ScanProblem("scan-truncated", "PNG without its end");
  }
  return found;
}

function readWebp(head: Uint8Array, _tail: Uint8Array | undefined, sizeBytes: number): Found {
  const view = toView(head);
  const found: Found = { size: undefined, orientation: 1, hasLocation: false };
  if (head.length < 30) return found;
  if (view.getUint32(4, true) + 8 > sizeBytes) throw new ScanProblem("scan-truncated", "WebP without its end");
  for (let at = 12; at + 18 <= head.length; ) {
    const name = toAscii(head.subarray(at, at + 4));
    const lengthBytes = view.getUint32(at + 4, true);
    const chunk = at + 8;
    if (name === "VP8X") {
      found.size = { widthPx: readUint24(head, chunk + 4) + 1, heightPx: readUint24(head, chunk + 7) + 1 };
    } else if (name === "VP8 " && !found.size) {
      found.size = {
        widthPx: view.getUint16(chunk + 6, true) & 0x3fff,
        heightPx: view.getUint16(chunk + 8, true) & 0x3fff,
      };
    } else if (name === "VP8L" && !found.size) {
      const bits = view.getUint32(chunk + 1, true);
      found.size = { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
    } else if (name === "EXIF") {
      readExif(head.subarray(chunk, chunk + lengthBytes), found);
    } else if (name === "XMP ") {
      readXmp(head.subarray(chunk, chunk + lengthBytes), found);
    }
    at = chunk + lengthBytes + (lengthBytes & 1);
  }
  return found;
}

/** The first directory of a TIFF, anywhere in the file. */
async function readTiff(source: ByteSource, head: Uint8Array): Promise<Found> {
  const found: Found = { size: undefined, orientation: 1, hasLocation: false };
  if (head.length < 8) return found;
  const isLittleEndian = head[0] === 0x49;
  const headView = toView(head);
  if (headView.getUint16(2, isLittleEndian) !== 42) throw new ScanProblem("scan-unsupported-feature", "BigTIFF");
  const at = headView.getUint32(4, isLittleEndian);
  const directory = await source.read(at, 2 + 512 * 12);
  if (directory.length < 2) throw new ScanProblem("scan-truncated", "TIFF directory");
  const view = toView(directory);
  const count = view.getUint16(0, isLittleEndian);
  if (count > 512) throw new ScanProblem("scan-corrupt", `TIFF directory with ${count} entries`);
  if (directory.length < 2 + count * 12) throw new ScanProblem("scan-truncated", "TIFF directory");
  const [values, rational] = [new Map<number, number>(), new Map<number, number>()];
  for (let entry = 2; entry < 2 + count * 12; entry += 12) {
    const [tag, type] = [view.getUint16(entry, isLittleEndian), view.getUint16(entry + 2, isLittleEndian)];
    if (type === 3) values.set(tag, view.getUint16(entry + 8, isLittleEndian));
    else if (type === 4) values.set(tag, view.getUint32(entry + 8, isLittleEndian));
    else if (type === 5 && (tag === 282 || tag === 283)) {
      const value = toView(await source.read(view.getUint32(entry + 8, isLittleEndian), 8));
      if (value.byteLength === 8) {
        rational.set(tag, value.getUint32(0, isLittleEndian) / value.getUint32(4, isLittleEndian));
      }
    }
  }
  found.size = { widthPx: values.get(256) ?? 0, heightPx: values.get(257) ?? 0 };
  found.orientation = values.get(274) ?? 1;
  found.hasLocation = values.has(0x8825);
  const perUnit = rational.get(282);
  if (perUnit !== undefined && Number.isFinite(perUnit)) {
    found.pxPerPaperM = values.get(296) === 3 ? perUnit * 100 : perUnit / 0.0254;
  }
  return found;
}

/** An APP1 segment of a JPEG: EXIF or XMP. */
function readMetadata(segment: Uint8Array, found: Found): void {
  if (toAscii(segment.subarray(0, 6)) === "Exif\0\0") readExif(segment.subarray(6), found);
  else readXmp(segment, found);
}

function readXmp(text: Uint8Array, found: Found): void {
  const xmp = toAscii(text);
  if (/GPSLatitude/.test(xmp)) found.hasLocation = true;
  if (/GPano:ProjectionType/.test(xmp)) found.isPanorama = true;
  const pose = /GPano:PoseHeadingDegrees(?:="|>)\s*([-+]?\d+(?:\.\d+)?)/.exec(xmp);
  if (pose !== null) found.poseHeading = Number(pose[1]);
}

/** Orientation and GPS data. */
function readExif(exif: Uint8Array, found: Found): void {
  // Some writers use JPEG's prefix in other containers.
  const block = toAscii(exif.subarray(0, 6)) === "Exif\0\0" ? exif.subarray(6) : exif;
  if (block.length < 14) return;
  const view = toView(block);
  const isLittleEndian = block[0] === 0x49;
  const entriesOf = (offset: number): [tag: number, at: number][] => {
    if (offset + 2 > block.length) return [];
    const count = Math.min(view.getUint16(offset, isLittleEndian), Math.floor((block.length - offset - 2) / 12));
    return Array.from({ length: count }, (_, i) => {
      const at = offset + 2 + i * 12;
      return [view.getUint16(at, isLittleEndian), at];
    });
  };
  for (const [tag, at] of entriesOf(view.getUint32(4, isLittleEndian))) {
    if (tag === 0x0112) found.orientation = view.getUint16(at + 8, isLittleEndian);
    if (tag === 0x8825) readGps(view, new Map(entriesOf(view.getUint32(at + 8, isLittleEndian))), found);
  }
}

/** EXIF 2.3 §4.6.6: the tags of the GPS directory, each with the position of its entry. */
function readGps(view: DataView, tags: ReadonlyMap<number, number>, found: Found): void {
  // Cameras without a fix write the directory without a latitude.
  if (!tags.has(2)) return;
  found.hasLocation = true;
  const isLittleEndian = view.getUint8(0) === 0x49;
  const rationals = (tag: number, count: number): number[] | undefined => {
    const at = tags.get(tag);
    if (at === undefined) return undefined;
    const offset = view.getUint32(at + 8, isLittleEndian);
    if (offset + count * 8 > view.byteLength) return undefined;
    const values = Array.from(
      { length: count },
      (_, i) =>
        view.getUint32(offset + i * 8, isLittleEndian) /
        (view.getUint32(offset + i * 8 + 4, isLittleEndian) || Number.NaN),
    );
    return values.every(Number.isFinite) ? values : undefined;
  };
  const letter = (tag: number) => {
    const at = tags.get(tag);
    return at === undefined ? "" : String.fromCharCode(view.getUint8(at + 8)).toUpperCase();
  };
  const degrees = (tag: number) => {
    const parts = rationals(tag, 3);
    return parts === undefined ? undefined : parts[0]! + parts[1]! / 60 + parts[2]! / 3600;
  };
  const [latitude, longitude] = [degrees(2), degrees(4)];
  const altitudeRef = tags.get(5);
  const isBelowSea = altitudeRef !== undefined && view.getUint8(altitudeRef + 8) === 1;
  const altitude = rationals(6, 1)?.[0];
  const heading = rationals(17, 1)?.[0];
  if (heading !== undefined && heading <= 360) found.heading = heading;
  if (latitude === undefined || longitude === undefined || latitude > 90 || longitude > 180) return;
  // 0, 0 is off the coast of Africa: cameras without a fix write it.
  if (latitude === 0 && longitude === 0) return;
  found.geographic = {
    latitude: letter(1) === "S" ? -latitude : latitude,
    longitude: letter(3) === "W" ? -longitude : longitude,
    altitude: altitude === undefined ? undefined : isBelowSea ? -altitude : altitude,
  };
}

function readUint24(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function toAscii(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
