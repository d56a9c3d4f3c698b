import type { Rgb } from "../zones/zone-mesh.ts";

const known = new Map<string, Rgb>();
let pixel: CanvasRenderingContext2D | null = null;

/** Current value of a CSS colour (tokens too); cached until the theme changes. */
export function toRgb(colour: string): Rgb {
  const theme = `${document.documentElement.dataset.theme ?? ""} ${matchMedia("(prefers-color-scheme: dark)").matches}`;
  const key = `${theme} ${colour}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const probe = document.createElement("span");
  probe.style.color = colour;
  document.body.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  // Reads back a pixel: browsers return colours in their original colour space, which three.js can't parse.
  pixel ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (pixel === null) return [0.5, 0.5, 0.5];
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = computed;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
  const rgb: Rgb = [red / 255, green / 255, blue / 255];
  known.set(key, rgb);
  return rgb;
}
