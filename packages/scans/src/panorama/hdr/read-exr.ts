import { FloatType } from "three";
import { EXRLoader } from "three/examples/jsm/loaders/EXRLoader.js";
import { ScanProblem } from "../../scan-problem.ts";
import type { LinearPicture } from "./linear-picture.ts";

/**
 * Decodes an OpenEXR picture with three.js, in memory: 16 bytes a pixel.
 * @param bytes the whole file, whose header has been checked
 * @throws ScanProblem when the file is at fault
 */
export function readExr(bytes: Uint8Array<ArrayBuffer>): LinearPicture {
  const { width, height, values } = decode(bytes);
  const channels = values.length / (width * height);
  return {
    widthPx: width,
    heightPx: height,
    eachRow: (onRow) => {
      const colours = new Float32Array(width * 3);
      for (let row = 0; row < height; row++) {
        // The loader stores the lowest row first, as textures do.
        const start = (height - 1 - row) * width * channels;
        for (let pixel = 0; pixel < width; pixel++) {
          for (let channel = 0; channel < 3; channel++) {
            colours[pixel * 3 + channel] = values[start + pixel * channels + (channels === 1 ? 0 : channel)]!;
          }
        }
        onRow(colours, row);
      }
    },
  };
}

function decode(bytes: Uint8Array<ArrayBuffer>) {
  try {
    const { width, height, data } = new EXRLoader().setDataType(FloatType).parse(bytes.buffer);
    if (width === undefined || height === undefined) throw new Error("no size");
    return { width, height, values: data as Float32Array };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/unsupported/i.test(message)) throw new ScanProblem("scan-unsupported-feature", message);
    const isCutOff = error instanceof RangeError || /unexpected EOF/i.test(message);
    throw new ScanProblem(isCutOff ? "scan-truncated" : "scan-corrupt", message);
  }
}
