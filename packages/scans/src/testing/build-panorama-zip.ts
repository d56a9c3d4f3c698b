import sharp from "sharp";
import { buildZip } from "./build-zip.ts";

/** A set of three panoramas made of one picture: the second lies 4 m ahead of the first, the third 3 m to its right. */
export async function buildPanoramaZip(picture: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const small = new Uint8Array(await sharp(picture).resize(1536, 768, { fit: "fill" }).jpeg().toBuffer());
  const table = "file,name,x,y,z,heading\n1.jpg,Hall,0,1.6,0,0\n2.jpg,Stair,0,1.6,-4,90\n3.jpg,Yard,3,1.6,0,180\n";
  return buildZip({ "1.jpg": small, "2.jpg": small, "3.jpg": small, "positions.csv": new TextEncoder().encode(table) });
}
