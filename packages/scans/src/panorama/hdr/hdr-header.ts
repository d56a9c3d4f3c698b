import { ScanProblem } from "../../scan-problem.ts";

export type HdrFormat = "hdr" | "exr";

export interface HdrHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Offset of what follows the header. */
  readonly endOffset: number;
}

export function isHdrFormat(format: string): format is HdrFormat {
  return format === "hdr" || format === "exr";
}

/** Reads the header of a high dynamic range picture from its first bytes. Undefined if they end before it does. */
export function readHdrHeader(head: Uint8Array, format: HdrFormat): HdrHeader | undefined {
  return format === "hdr" ? readRadianceHeader(head) : readExrHeader(head);
}

const latin1 = new TextDecoder("latin1");
const radianceHeaderBytesMax = 64 << 10;

/**
 * Radiance: lines of text, an empty one, then the resolution. Only rows from the top, left to right, are read; hardly
 * any program writes others.
 * @throws ScanProblem scan-corrupt, scan-unsupported-feature
 */
function readRadianceHeader(head: Uint8Array): HdrHeader | undefined {
  const text = latin1.decode(head.subarray(0, radianceHeaderBytesMax));
  const isCut = head.length < radianceHeaderBytesMax;
  const blank = /\r?\n\r?\n/.exec(text);
  const start = blank === null ? -1 : blank.index + blank[0].length;
  const end = blank === null ? -1 : text.indexOf("\n", start);
  if (blank === null || end < 0) {
    if (isCut) return undefined;
    throw new ScanProblem("scan-corrupt", "Radiance header");
  }
  const encoding = /^FORMAT=(\S+)/m.exec(text.slice(0, blank.index))?.[1];
  if (encoding !== undefined && encoding !== "32-bit_rle_rgbe") {
    throw new ScanProblem("scan-unsupported-feature", `Radiance ${encoding.slice(0, 40)}`);
  }
  const size = /^-Y (\d{1,6}) \+X (\d{1,6})\s*$/.exec(text.slice(start, end));
  if (size === null) {
    const isTurned = /^[-+][XY] \d+ [-+][XY] \d+/.test(text.slice(start, end));
    throw new ScanProblem(isTurned ? "scan-unsupported-feature" : "scan-corrupt", "Radiance resolution");
  }
  return requirePixels({ widthPx: Number(size[2]), heightPx: Number(size[1]), endOffset: end + 1 });
}

const exrDeepOrMultiPart = 0x18;

/**
 * OpenEXR: attributes of name, type, size and value.
 * @throws ScanProblem scan-corrupt, scan-unsupported-feature
 */
function readExrHeader(head: Uint8Array): HdrHeader | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 8) return undefined;
  if ((view.getUint8(5) & exrDeepOrMultiPart) !== 0) {
    throw new ScanProblem("scan-unsupported-feature", "OpenEXR with several parts or deep pixels");
  }
  const readName = (at: number) => {
    const end = head.indexOf(0, at);
    return end < 0 ? undefined : latin1.decode(head.subarray(at, end));
  };
  let size: { widthPx: number; heightPx: number } | undefined;
  for (let at = 8; ; ) {
    const name = readName(at);
    if (name === undefined) return undefined;
    if (name === "") {
      if (size === undefined) throw new ScanProblem("scan-corrupt", "OpenEXR without a size");
      return requirePixels({ ...size, endOffset: at + 1 });
    }
    const type = readName(at + name.length + 1);
    if (type === undefined) return undefined;
    const valueAt = at + name.length + type.length + 6;
    if (valueAt > head.length) return undefined;
    const sizeBytes = view.getInt32(valueAt - 4, true);
    if (sizeBytes < 0) throw new ScanProblem("scan-corrupt", "OpenEXR attribute");
    if (valueAt + sizeBytes > head.length) return undefined;
    if (name === "dataWindow" && sizeBytes >= 16) {
      const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view.getInt32(valueAt + offset, true));
      size = { widthPx: right! - left! + 1, heightPx: bottom! - top! + 1 };
    }
    if (name === "channels") requireColours(head.subarray(valueAt, valueAt + sizeBytes));
    at = valueAt + sizeBytes;
  }
}

/** A channel list holds names, each followed by 16 bytes. */
function requireColours(list: Uint8Array): void {
  const names = new Set<string>();
  for (let at = 0; at < list.length && list[at] !== 0; ) {
    const end = list.indexOf(0, at);
    if (end < 0) break;
    names.add(latin1.decode(list.subarray(at, end)));
    at = end + 17;
  }
  if (names.has("Y") || ["R", "G", "B"].every((name) => names.has(name))) return;
  throw new ScanProblem("scan-unsupported-feature", `OpenEXR channels ${[...names].join(" ").slice(0, 80)}`);
}

function requirePixels(header: HdrHeader): HdrHeader {
  if (header.widthPx < 1 || header.heightPx < 1) throw new ScanProblem("scan-corrupt", "a picture without pixels");
  return header;
}
