import { open, stat } from "node:fs/promises";
import sharp from "sharp";
import { ScanProblem } from "../../scan-problem.ts";
import { requireEquirectangular } from "../require-equirectangular.ts";
import { type HdrFormat, readHdrHeader } from "./hdr-header.ts";
import { toneMap } from "./tone-map.ts";

const baseBytes = 200 << 20;
/** A decoded OpenEXR takes 16 bytes a pixel, the tone-mapped picture 3. */
const pixelBytes: Readonly<Record<HdrFormat, number>> = { hdr: 3, exr: 19 };
const memoryBytesDefault = 4 * 1024 ** 3;

/**
 * Writes a high dynamic range panorama as an ordinary picture.
 * @param pixelsPath a path that does not exist yet
 * @throws ScanProblem when the file is at fault or larger than memory
 */
export async function toneMapFile(
  path: string,
  format: HdrFormat,
  pixelsPath: string,
  memoryBytesMax = memoryBytesDefault,
): Promise<void> {
  const { size: sizeBytes } = await stat(path);
  if (sizeBytes > memoryBytesMax) throw new ScanProblem("scan-too-large", `${sizeBytes} bytes`);
  const bytes = await readWhole(path, sizeBytes);
  const header = readHdrHeader(bytes, format);
  if (header === undefined) throw new ScanProblem("scan-truncated", `${format} header`);
  requireEquirectangular(header);
  const neededBytes = baseBytes + sizeBytes + header.widthPx * header.heightPx * pixelBytes[format];
  if (neededBytes > memoryBytesMax) {
    throw new ScanProblem("scan-too-large", `${header.widthPx} × ${header.heightPx} pixels of ${format}`);
  }
  const picture =
    format === "hdr"
      ? (await import("./read-radiance.ts")).readRadiance(bytes, header)
      : (await import("./read-exr.ts")).readExr(bytes);
  const { widthPx: width, heightPx: height } = picture;
  await sharp(toneMap(picture), { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .tiff({ compression: "none" })
    .toFile(pixelsPath);
}

async function readWhole(path: string, sizeBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  await using file = await open(path, "r");
  const bytes = new Uint8Array(sizeBytes);
  for (let filled = 0; filled < sizeBytes; ) {
    const { bytesRead } = await file.read(bytes, filled, Math.min(1 << 30, sizeBytes - filled), filled);
    if (bytesRead === 0) throw new ScanProblem("scan-truncated", "shorter than it was");
    filled += bytesRead;
  }
  return bytes;
}
