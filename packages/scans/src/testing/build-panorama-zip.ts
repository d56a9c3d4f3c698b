import sharp from "sharp";
import { buildZip } from "./build-zip.ts";

const besideEachOther =
  "file,name,x,y,z,heading\n1.jpg,Hall,0,1.6,0,0\n2.jpg,Stair,0,1.6,-4,90\n3.jpg,Yard,3,1.6,0,180\n";

/**
 * A set of three panoramas, `1.jpg` to `3.jpg`, made from one picture. Unless another position table is given, the
 * second is 4 m ahead of the first, the third 3 m to its right.
 */
export async function buildPanoramaZip(
  picture?: Uint8Array,
  table = besideEachOther,
): Promise<Uint8Array<ArrayBuffer>> {
  const painted =
    picture === undefined
      ? sharp({ create: { width: 256, height: 128, channels: 3, background: "#6496c8" } })
      : sharp(picture).resize(1536, 768, { fit: "fill" });
  const jpeg = new Uint8Array(await painted.jpeg().toBuffer());
  return buildZip({ "1.jpg": jpeg, "2.jpg": jpeg, "3.jpg": jpeg, "positions.csv": new TextEncoder().encode(table) });
}
