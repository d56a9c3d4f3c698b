import { toBase64 } from "../../lib/base64.ts";

const logoPixels = 1_024;

/**
 * A picture file as PNG, its longer side 1,024 px, in base64. The browser draws SVG, which the server doesn't read.
 * @throws Error when the browser can't read it
 */
export async function drawLogo(file: File): Promise<string> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // An SVG without a size has none here.
    const [width, height] = [image.naturalWidth || logoPixels, image.naturalHeight || logoPixels];
    const scale = logoPixels / Math.max(width, height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (picture === null) throw new Error("The browser drew nothing.");
    return toBase64(new Uint8Array(await picture.arrayBuffer()));
  } finally {
    URL.revokeObjectURL(url);
  }
}
