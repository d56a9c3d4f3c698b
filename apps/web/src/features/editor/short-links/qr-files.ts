import { toQrPath } from "../../../lib/qr-path.ts";

/** Pixels of one module: printed at 300 dpi, a code of 37 modules is 6 cm wide. */
const modulePx = 20;

/** A QR code as an SVG document, black on white. */
export function drawQrSvg(text: string): string {
  const { path, size } = toQrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${path}"/></svg>`;
}

/** The same as a PNG whose modules are whole pixels. */
export async function drawQrPicture(text: string): Promise<Blob> {
  const { path, size } = toQrPath(text);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * modulePx;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser can't draw the picture. Download the SVG instead.");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(modulePx, modulePx);
  context.fillStyle = "black";
  context.fill(new Path2D(path));
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (picture === null) throw new Error("This browser can't draw the picture. Download the SVG instead.");
  return picture;
}
