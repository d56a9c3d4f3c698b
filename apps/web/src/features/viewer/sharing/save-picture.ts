import { downloadBlob } from "../../../lib/download-blob.ts";

/** A file name after a place; characters that some systems refuse become spaces. */
export function toPictureName(place: string): string {
  const name = place
    .replaceAll(/[^\p{L}\p{M}\p{N} _().-]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/^[ .]+/, "")
    .slice(0, 80)
    .trim();
  return `${name === "" ? "Blueprint" : name}.png`;
}

/** Saves a picture to the visitor's downloads. */
export function savePicture(picture: Blob, place: string): void {
  downloadBlob(toPictureName(place), picture);
}
