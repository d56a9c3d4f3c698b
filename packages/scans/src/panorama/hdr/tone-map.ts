import { ScanProblem } from "../../scan-problem.ts";
import type { LinearPicture } from "./linear-picture.ts";

/** The average brightness is shown as this share of white: a grey card's. */
const middleGrey = 0.18;
/** This share of the sphere may be brighter than white: lamps, the sun. */
const whiteShare = 0.995;
const binsPerStop = 8;
const stopMin = -40;
const bins = 80 * binsPerStop;
/** Infinite values count as this. */
const brightest = 2 ** 40;
const encodedSteps = 1 << 16;

/**
 * Tone-maps an equirectangular picture for screens: exposes it by its average brightness, each pixel weighted by its
 * share of the sphere, and compresses bright parts (Reinhard et al. 2002, with a white point). A picture without bright
 * parts is only exposed.
 * @returns 8-bit sRGB, three bytes a pixel
 * @throws ScanProblem scan-empty-geometry when every pixel is black
 */
export function toneMap(picture: LinearPicture): Uint8Array {
  const { widthPx, heightPx } = picture;
  const { average, white } = measureBrightness(picture);
  const exposure = middleGrey / average;
  const whiteSquared = Math.max(1, white * exposure) ** 2;
  const encode = encodedShades();
  const pixels = new Uint8Array(widthPx * heightPx * 3);
  picture.eachRow((colours, row) => {
    const start = row * widthPx * 3;
    for (let at = 0; at < widthPx * 3; at += 3) {
      const shown = toLuminance(colours, at) * exposure;
      const scale = (exposure * (1 + shown / whiteSquared)) / (1 + shown);
      for (let channel = 0; channel < 3; channel++) {
        const value = Math.min(1, Math.max(0, toFinite(colours[at + channel]!) * scale));
        pixels[start + at + channel] = encode[Math.round(value * (encodedSteps - 1))]!;
      }
    }
  });
  return pixels;
}

/** The logarithmic average, and the brightness that only `1 - whiteShare` of the sphere exceeds. Black is ignored. */
function measureBrightness(picture: LinearPicture): { average: number; white: number } {
  const weights = new Float64Array(bins);
  let [total, sum] = [0, 0];
  picture.eachRow((colours, row) => {
    const weight = Math.cos(((row + 0.5) / picture.heightPx - 0.5) * Math.PI);
    for (let at = 0; at < colours.length; at += 3) {
      const luminance = toLuminance(colours, at);
      if (luminance <= 0) continue;
      const stop = Math.log2(luminance);
      total += weight;
      sum += stop * weight;
      const bin = Math.min(bins - 1, Math.max(0, Math.floor((stop - stopMin) * binsPerStop)));
      weights[bin]! += weight;
    }
  });
  if (total === 0) throw new ScanProblem("scan-empty-geometry", "every pixel is black");
  let bin = 0;
  for (let below = weights[0]!; below < total * whiteShare && bin < bins - 1; below += weights[bin]!) bin++;
  return { average: 2 ** (sum / total), white: 2 ** ((bin + 1) / binsPerStop + stopMin) };
}

function toFinite(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(brightest, value);
}

function toLuminance(colours: Float32Array, at: number): number {
  const [red, green, blue] = [toFinite(colours[at]!), toFinite(colours[at + 1]!), toFinite(colours[at + 2]!)];
  return Math.max(0, 0.2126 * red + 0.7152 * green + 0.0722 * blue);
}

function encodedShades(): Uint8Array {
  return Uint8Array.from({ length: encodedSteps }, (_, step) => {
    const value = step / (encodedSteps - 1);
    const encoded = value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255);
  });
}
