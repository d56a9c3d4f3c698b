import type { SignFileKind } from "@blueprint/contract/sign-sheets";
import { openPdf } from "@blueprint/scans/plan-file/pdf-library";
import sharp, { type Sharp } from "sharp";
import type { CodePicture } from "./read-codes.ts";
import type { Box, SheetLayout } from "./sheet-layout.ts";

/** A finished file, to be looked at as a camera would. */
export interface SheetPictures extends Disposable {
  /** Part of a page at this resolution, blurred by a Gaussian with this standard deviation in pixels. */
  takePicture(page: number, box: Box, pixelsPerMm: number, blurPx: number): Promise<CodePicture>;
}

export async function openPictures(bytes: Uint8Array, kind: SignFileKind, layout: SheetLayout): Promise<SheetPictures> {
  return kind === "pdf" ? openPdfPictures(bytes, layout) : openImagePicture(bytes, layout);
}

async function openPdfPictures(bytes: Uint8Array, layout: SheetLayout): Promise<SheetPictures> {
  const document = await openPdf(bytes);
  return {
    takePicture: async (index, box, pixelsPerMm, blurPx) => {
      using page = document.openPage(index);
      const width = Math.round(layout.widthMm * pixelsPerMm);
      const height = Math.round(layout.heightMm * pixelsPerMm);
      const cut = toPixels(box, pixelsPerMm);
      const rgb = page.draw(width, height, cut.top, cut.height);
      const strip = sharp(rgb, { raw: { width, height: cut.height, channels: 3 } });
      return blur(strip.extract({ ...cut, top: 0 }), blurPx);
    },
    [Symbol.dispose]: () => document[Symbol.dispose](),
  };
}

function openImagePicture(bytes: Uint8Array, layout: SheetLayout): SheetPictures {
  return {
    takePicture: async (_page, box, pixelsPerMm, blurPx) => {
      const width = Math.round(layout.widthMm * pixelsPerMm);
      const height = Math.round(layout.heightMm * pixelsPerMm);
      const whole = sharp(bytes).resize(width, height, { fit: "fill" }).flatten({ background: "white" });
      return blur(whole.extract(toPixels(box, pixelsPerMm)), blurPx);
    },
    [Symbol.dispose]: () => {},
  };
}

function toPixels({ x, y, width, height }: Box, pixelsPerMm: number) {
  return {
    left: Math.round(x * pixelsPerMm),
    top: Math.round(y * pixelsPerMm),
    width: Math.floor(width * pixelsPerMm),
    height: Math.floor(height * pixelsPerMm),
  };
}

async function blur(picture: Sharp, blurPx: number): Promise<CodePicture> {
  const { data, info } = await picture.blur(blurPx).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
    width: info.width,
    height: info.height,
  };
}
