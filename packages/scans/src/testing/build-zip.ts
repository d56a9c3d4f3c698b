import { zipSync } from "fflate";

/** A zip of these files with maximum compression; paths are written as given, safe or not. */
export function buildZip(files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync(files, { level: 9 }));
}
